package dev.belay.gateway.upstream;

/** Receives messages for people; standard error, for a command. */
@FunctionalInterface
public interface Report {
  /** Reports one line, without a prefix. Must not block. */
  void say(String line);

  /** Reports a line of figures, for those who measure; otherwise as {@link #say}. */
  default void figures(String line) {
    say(line);
  }
}
