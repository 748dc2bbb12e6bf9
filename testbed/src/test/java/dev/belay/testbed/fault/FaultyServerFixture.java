package dev.belay.testbed.fault;

import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server under test with a raw client and its log. */
@Timeout(120)
abstract class FaultyServerFixture {
  @TempDir Path directory;
  private final List<ScriptedClient> clients = new ArrayList<>();

  @AfterEach
  void endEveryServer() throws IOException {
    for (var client : clients) {
      client.close();
    }
  }

  ScriptedClient server(String... options) throws IOException {
    var all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--log", logFile().toString()));
    var client = ScriptedClient.start(FaultyServers.command(all.toArray(String[]::new)));
    clients.add(client);
    return client;
  }

  ScriptedClient initialized(String... options) throws IOException, InterruptedException {
    var client = server(options);
    client.initialize("2025-11-25");
    return client;
  }

  /** Waits for a line that the server may log after it has answered. */
  void awaitLog(String line) throws IOException {
    while (!Files.readAllLines(logFile()).contains(line)) {
      Thread.onSpinWait();
    }
  }

  /** {@return the log, once the server has handled everything sent before} */
  List<String> log(ScriptedClient client) throws IOException, InterruptedException {
    client.ask("ping", "{}");
    return Files.readAllLines(logFile());
  }

  Path logFile() {
    return directory.resolve("server.log");
  }

  static String text(Json response) {
    return response.at("result", "content").items().getFirst().at("text").text();
  }
}
