package dev.belay.http.server;

import dev.belay.http.route.Header;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * An error answer from the server itself, after which the connection ends.
 *
 * <p>It never repeats client input.
 */
record Refusal(int status, List<Header> headers, String text) {
  private static final Header JSON = new Header("Content-Type", "application/json");

  /** The memory budget, or the client's share of it, is exhausted. */
  static final Refusal CROWDED =
      later(503, "too much is being sent to this server, or waits to be read; try again");

  static Refusal of(int status, String error) {
    return new Refusal(status, List.of(JSON), "{\"error\":\"" + error + "\"}");
  }

  static Refusal bad(String error) {
    return of(400, error);
  }

  /** {@return a refusal with one header in addition to the content type} */
  static Refusal of(int status, Header header, String error) {
    return new Refusal(status, List.of(JSON, header), "{\"error\":\"" + error + "\"}");
  }

  /** {@return a refusal that invites a retry after a second} */
  static Refusal later(int status, String error) {
    return of(status, new Header("Retry-After", "1"), error);
  }

  /** {@return a 403 whose body is a JSON-RPC error without an id, for MCP clients (mcp.md §5D)} */
  static Refusal forbidden(String error) {
    return new Refusal(
        403,
        List.of(JSON),
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"" + error + "\"}}");
  }

  byte[] body() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Thrown to end the reading of a request with a refusal. */
  static final class RequestRefused extends Exception {
    @Serial private static final long serialVersionUID = 1;

    private final transient Refusal refusal;

    RequestRefused(Refusal refusal) {
      // No stack trace: bad input is not a defect of this program.
      super(null, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
      this.refusal = refusal;
    }

    RequestRefused(String error) {
      this(Refusal.bad(error));
    }

    Refusal refusal() {
      return refusal;
    }
  }
}
