package dev.belay.cli.display;

import dev.belay.cli.display.View.Snapshot;
import java.time.Duration;

/** The permanent line about an activity that has ended: how, what, how long, and a remark. */
public record EndLine(Terminal terminal) {
  private static final int LONGEST = 120;

  /** How an activity ended. */
  public enum Ending {
    /** Completed successfully. */
    DONE("✓", "ok"),
    /** Reported a failure. */
    FAILED("✗", "failed"),
    /** Ended by a limit. */
    TIMED_OUT("⏱", "timed out"),
    /** Stopped on request. */
    CANCELLED("✗", "cancelled");

    private final String sign;
    private final String word;

    Ending(String sign, String word) {
      this.sign = sign;
      this.word = word;
    }
  }

  /**
   * {@return the line}
   *
   * @param words a remark on one line; may be empty
   */
  public String of(Ending ending, String what, Duration ran, String words) {
    var time = Ink.of(ran).on(terminal, new Snapshot(what, ran, null).time());
    var said = words.isEmpty() ? "" : ": " + cut(words);
    var how = ending == Ending.DONE ? "" : " " + ending.word;
    var line =
        terminal.unicode()
            ? ending.sign + " " + what + " " + time + how + said
            : what + " " + time + " " + ending.word + said;
    return (terminal.live() ? "" : "belay: ") + line + "\n";
  }

  private static String cut(String words) {
    return words.codePointCount(0, words.length()) <= LONGEST
        ? words
        : words.substring(0, words.offsetByCodePoints(0, LONGEST)) + "...";
  }
}
