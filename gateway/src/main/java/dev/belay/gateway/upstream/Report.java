package dev.belay.gateway.upstream;

/** Where Belay says what a person should know: standard error, for a command. */
@FunctionalInterface
public interface Report {
  /** Says one line, unprefixed. Must not block. */
  void say(String line);
}
