package dev.belay.probe.peer;

import dev.belay.mcp.envelope.Envelope;

/** What asking came to. */
public sealed interface Reply {
  /** The server answered as it should. */
  record Answered(Envelope message) implements Reply {}

  /** There is no answer, or none that counts; {@code why} is for people. */
  record Failed(Kind kind, String why) implements Reply {}

  /** What went wrong, as far as it decides what to do next. */
  enum Kind {
    /** The server cannot be reached, or is gone. */
    GONE,
    /** It does not want to: what it said is no MCP, or no answer to that. */
    REFUSED,
    /** It said nothing in time. */
    LATE,
    /** It answered with an error, or with something else than was asked for. */
    WRONG
  }
}
