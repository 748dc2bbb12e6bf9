package dev.belay.bench.catalog;

import dev.belay.bench.http.EchoSession;
import dev.belay.bench.http.KeptConnection;
import dev.belay.bench.http.RunningGateway;
import dev.belay.testkit.json.Json;
import java.io.IOException;

/**
 * Requests lists of tools in one legacy session.
 *
 * @param session in which {@code tools/list} is repeated
 */
record Lists(EchoSession session) {
  private static final String LIST =
      "{\"jsonrpc\":\"2.0\",\"id\":" + EchoSession.ID + ",\"method\":\"tools/list\"}";

  private static final String DATA = "data: ";

  static Lists of(RunningGateway gateway) throws IOException {
    return new Lists(EchoSession.connect(gateway).sending(LIST));
  }

  /** {@return the number of tools} */
  int count() throws IOException {
    return tools().items().size();
  }

  /** {@return the tools as received} */
  Json tools() throws IOException {
    try (var connection = new KeptConnection(session.gateway().address())) {
      var answer = connection.exchange(request(connection));
      return Json.parse(message(answer.body())).at("result", "tools");
    }
  }

  /** A slow answer is an event, after events without a message. */
  private static String message(String body) {
    return body.startsWith("{")
        ? body
        : body.lines()
            .filter(line -> line.startsWith(DATA + "{"))
            .map(line -> line.substring(DATA.length()))
            .findFirst()
            .orElseThrow();
  }

  byte[] request(KeptConnection connection) {
    return connection.post(LIST.replace(EchoSession.ID, "1"), session.headers());
  }
}
