package dev.belay.testkit.http;

/**
 * One server-sent event as it was framed; what was not given is empty.
 *
 * <p>A comment is an event of the type {@code :} with its text as data. An event without data,
 * which browsers drop, is kept: such a one may carry an id to resume from (MCP 2025-11-25
 * §transports).
 *
 * @param type the type, {@code message} unless given
 * @param id the id of this very event
 * @param data the data, its lines joined by line feeds
 * @param retry the milliseconds to wait before coming back
 */
public record SseEvent(String type, String id, String data, String retry) {
  /** {@return whether this is a comment} */
  public boolean isComment() {
    return type.equals(":");
  }
}
