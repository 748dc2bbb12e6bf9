package dev.belay.gateway.answer;

/** How a call comes by its answer. */
public sealed interface Way {
  /** It is there. */
  record Kept(KeptAnswer answer) implements Way {}

  /** Another call has asked, and this one waits with it. */
  record Joined(Flight flight) implements Way {}

  /** It asks the server, and others may join it. */
  record Asking(Flight flight) implements Way {}
}
