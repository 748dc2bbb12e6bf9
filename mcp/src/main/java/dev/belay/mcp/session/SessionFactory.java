package dev.belay.mcp.session;

/**
 * Serves MCP clients over any transport: holds one conversation with each.
 *
 * <p>A pipe and a session of the legacy era are one conversation as long as they last; in the
 * modern era over HTTP, which is stateless, each request is a conversation of its own.
 */
public interface SessionFactory {
  /** Opens a conversation with a new client. Must not block; safe for many threads. */
  Conversation open(ClientLink client);
}
