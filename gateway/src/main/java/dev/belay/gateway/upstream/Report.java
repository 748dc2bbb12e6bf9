package dev.belay.gateway.upstream;

/** Receives messages for people; standard error, for a command. */
@FunctionalInterface
public interface Report {
  /** Reports one line, without a prefix. Must not block. */
  void say(String line);
}
