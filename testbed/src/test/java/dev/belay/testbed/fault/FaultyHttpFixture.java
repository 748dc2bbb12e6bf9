package dev.belay.testbed.fault;

import static java.util.Objects.requireNonNull;

import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A server under test on HTTP with raw clients. */
abstract class FaultyHttpFixture {
  private final List<AutoCloseable> open = new ArrayList<>();
  private @Nullable FaultyHttp server;

  @AfterEach
  void endEverything() throws IOException {
    for (var one : open.reversed()) {
      switch (one) {
        case ScriptedHttpClient client -> client.close();
        case FaultyHttp http -> http.close();
        default -> throw new AssertionError(one);
      }
    }
  }

  FaultyHttp serve(String... options) throws IOException, InterruptedException {
    var started = FaultyHttp.start(options);
    open.add(started);
    server = started;
    return started;
  }

  /** {@return the server started last} */
  FaultyHttp server() {
    return requireNonNull(server);
  }

  ScriptedHttpClient legacy(String... options) throws IOException, InterruptedException {
    var client = keep(ScriptedHttpClient.legacy(serve(options).url()));
    client.initialize("2025-11-25");
    return client;
  }

  ScriptedHttpClient modern() throws IOException, InterruptedException {
    return keep(ScriptedHttpClient.modern(serve("--era", "modern").url()));
  }

  ScriptedHttpClient keep(ScriptedHttpClient client) {
    open.add(client);
    return client;
  }

  static HttpAnswer call(ScriptedHttpClient client, HttpFault fault) {
    return call(client, fault.tool(), "{}");
  }

  static HttpAnswer call(ScriptedHttpClient client, String tool, String arguments) {
    return client.request("5", "tools/call", ScriptedClient.toolCall(tool, arguments));
  }

  static String text(Json response) {
    return response.at("result", "content").items().getFirst().at("text").text();
  }
}
