package dev.belay.tools.share;

/** How a call comes by its result. */
public sealed interface Way {
  /** It is there. */
  record Kept(KeptResult result) implements Way {}

  /** Another call runs, and this one waits with it. */
  record Joined(Flight flight) implements Way {}

  /** It runs the tool, and others may join it. */
  record Running(Flight flight) implements Way {}
}
