package dev.belay.testbed.fault;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A server under test with a raw client and its log. */
abstract class FaultyServerFixture {
  @TempDir Path directory;
  private final List<ScriptedClient> clients = new ArrayList<>();

  @AfterEach
  void endEveryServer() throws IOException {
    for (var client : clients) {
      client.close();
    }
  }

  /** {@return the client of a server in a process of its own} */
  ScriptedClient server(String... options) throws IOException {
    var all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--log", logFile().toString()));
    return kept(ScriptedClient.start(FaultyServers.command(all.toArray(String[]::new))));
  }

  /** {@return the client of a server in this JVM, which ends with its input} */
  ScriptedClient puppet(String... options) {
    var puppet = FaultyPuppet.start(new HandTime(), Map.of(), List.of(options));
    return kept(ScriptedClient.over(puppet.stdout(), puppet.stdin()));
  }

  private ScriptedClient kept(ScriptedClient client) {
    clients.add(client);
    return client;
  }

  ScriptedClient initialized(String... options) throws IOException, InterruptedException {
    var client = server(options);
    client.initialize("2025-11-25");
    return client;
  }

  /** Waits for a line that the server may log after it has answered. */
  void awaitLog(String line) throws IOException, InterruptedException {
    Patience.await(
        () -> Files.readAllLines(logFile()).contains(line), () -> "no '" + line + "' in the log");
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
