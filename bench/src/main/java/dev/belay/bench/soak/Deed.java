package dev.belay.bench.soak;

import java.util.Random;

/** Actions of a client, with their relative frequency. */
enum Deed {
  ECHO(700),
  PROGRESS(40),
  BIG_RESULT(30),
  UNKNOWN_TOOL(30),
  GIANT_NAME(5),
  TOOL_ERROR(30),
  /** A call that is silent until its own limit ends it. */
  HANG(40),
  /** A client that disconnects while its call runs. */
  LEAVE(40),
  /** A client that cancels its call. */
  CANCEL(40),
  LIST(20),
  FLOOD(5),
  /** From here on, for the server that may suffer. */
  GARBAGE(5),
  STDERR(5),
  /** A call that starts processes, which outlive their parent, and never answers. */
  TREE(4),
  /** A server that exits in the middle of a call. */
  CRASH(2);

  private static final int ALL;

  static {
    int sum = 0;
    for (var deed : values()) {
      sum += deed.share;
    }
    ALL = sum;
  }

  private final int share;

  Deed(int share) {
    this.share = share;
  }

  static Deed any(Random random) {
    int left = random.nextInt(ALL);
    for (var deed : values()) {
      left -= deed.share;
      if (left < 0) {
        return deed;
      }
    }
    return ECHO;
  }
}
