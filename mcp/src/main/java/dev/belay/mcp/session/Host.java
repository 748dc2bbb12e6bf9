package dev.belay.mcp.session;

/**
 * What serves MCP clients, whatever carries their messages: it holds one conversation with each.
 *
 * <p>A pipe and a session of the legacy era are one conversation as long as they last; in the
 * modern era over HTTP, where nothing may be remembered, each request is one of its own.
 */
public interface Host {
  /** Begins a conversation with a client that has come. Must not block; safe for many threads. */
  Conversation open(ClientLink client);
}
