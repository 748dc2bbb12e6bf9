package dev.belay.mcp.session;

import org.jspecify.annotations.Nullable;

/** One client, as whatever serves it sees it: who it is, and what reaches it besides answers. */
public interface ClientLink {
  /** {@return who is calling: an authenticated subject, or {@code local}} */
  String principal();

  /** {@return a name for this conversation that no other has while the program runs} */
  String id();

  /** {@return the trace that the client's transport names, where it can; null if it does not} */
  default @Nullable TraceContext trace() {
    return null;
  }

  /** {@return by which door the client comes, as figures name it: a path, or {@code stdio}} */
  default String door() {
    return "stdio";
  }

  /**
   * Sends a notification or question that belongs to no request; never blocks.
   *
   * @return false if it cannot reach the client, or the client does not read
   */
  boolean tell(byte[] message);
}
