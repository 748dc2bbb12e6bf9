package dev.belay.mcp.server;

/** Answers one kind of request: a tool, a prompt, a resource, completions. */
@FunctionalInterface
public interface Handler {
  /**
   * Returns the result: one JSON object, without the members of a single era ({@code resultType},
   * {@code ttlMs}, the server's own name), which are added.
   *
   * <p>Runs on a virtual thread of its own, which is interrupted when the request is cancelled. May
   * run several times for one request: again from the start with each round of {@link
   * InputRequired}.
   *
   * @throws RequestFailed to answer with an error of JSON-RPC; a tool that failed returns a result
   *     with {@code isError} instead
   * @throws InputRequired to ask the client first
   */
  byte[] handle(Exchange exchange) throws RequestFailed, InputRequired, InterruptedException;
}
