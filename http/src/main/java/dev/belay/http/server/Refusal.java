package dev.belay.http.server;

import dev.belay.http.route.Header;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * An answer that ends the connection, and says what to do instead.
 *
 * <p>Nothing a client sent is repeated in it.
 */
record Refusal(int status, List<Header> headers, String text) {
  private static final Header JSON = new Header("Content-Type", "application/json");

  /** The server's memory is shared, and this one's share of it is taken, or all of it. */
  static final Refusal CROWDED =
      later(503, "too much is being sent to this server, or waits to be read; try again");

  static Refusal of(int status, String error) {
    return new Refusal(status, List.of(JSON), "{\"error\":\"" + error + "\"}");
  }

  static Refusal bad(String error) {
    return of(400, error);
  }

  /** With a header beside the type of its body. */
  static Refusal of(int status, Header header, String error) {
    return new Refusal(status, List.of(JSON, header), "{\"error\":\"" + error + "\"}");
  }

  /** For now only: the client may come again. */
  static Refusal later(int status, String error) {
    return of(status, new Header("Retry-After", "1"), error);
  }

  /** The guard's: an MCP client reads a JSON-RPC error without an id (mcp.md §5D). */
  static Refusal forbidden(String error) {
    return new Refusal(
        403,
        List.of(JSON),
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"" + error + "\"}}");
  }

  byte[] body() {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
