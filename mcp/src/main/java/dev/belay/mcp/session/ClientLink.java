package dev.belay.mcp.session;

import dev.belay.mcp.envelope.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * One client as seen by its server: its identity, and the channel for messages other than answers.
 */
public interface ClientLink {
  /** A longer introduction counts as one without a name: a modern client sends it each time. */
  int LONGEST_INFO = 64 << 10;

  /**
   * {@return the name that a client gives itself, which proves nothing; empty for none}
   *
   * @param info how it introduces itself, one JSON value; null if it does not
   */
  static String nameIn(byte @Nullable [] info) {
    var object = info == null || info.length > LONGEST_INFO ? null : JsonObject.of(info);
    var name = object == null ? null : object.text("name");
    return name == null ? "" : name;
  }

  /** {@return the caller: an authenticated subject, or {@code local}} */
  String principal();

  /** {@return a name for this conversation, unique while the program runs} */
  String id();

  /** {@return the trace named by the client's transport; null if there is none} */
  default @Nullable TraceContext trace() {
    return null;
  }

  /** {@return the door of the client, as named in metrics: a path, or {@code stdio}} */
  default String door() {
    return "stdio";
  }

  /**
   * {@return whether a message that belongs to no request can reach the client now} Some transports
   * have no way for such messages, or have it only while the client listens.
   */
  default boolean hears() {
    return true;
  }

  /**
   * Sends a notification or question that belongs to no request; never blocks.
   *
   * @return false if it cannot reach the client, or the client does not read
   */
  boolean tell(byte[] message);
}
