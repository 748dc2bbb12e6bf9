package dev.belay.testkit.http;

/**
 * One server-sent event as framed; absent fields are empty.
 *
 * <p>A comment is an event of the type {@code :} with its text as data. An event without data,
 * which browsers drop, is kept: it may carry an id to resume from (MCP 2025-11-25 §transports).
 *
 * @param type the type, {@code message} by default
 * @param id the id of this event
 * @param data the data, its lines joined by line feeds
 * @param retry the milliseconds to wait before reconnecting
 */
public record SseEvent(String type, String id, String data, String retry) {
  /** {@return whether this is a comment} */
  public boolean isComment() {
    return type.equals(":");
  }
}
