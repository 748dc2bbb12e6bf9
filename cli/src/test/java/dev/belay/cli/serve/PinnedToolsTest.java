package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.command.Subcommands;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Patience;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName(
    "P24: a tool that says something else waits for a person, and is there once they agree")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class PinnedToolsTest {
  private static List<String> tools(ScriptedHttpClient client) throws InterruptedException {
    return client.ask("tools/list", "{}").at("result", "tools").items().stream()
        .map(tool -> tool.at("name").text())
        .toList();
  }

  /** Waits for a list with the first tool, and with or without the other. */
  private static void awaitTools(ScriptedHttpClient client, boolean echo)
      throws InterruptedException {
    Patience.await(
        () -> {
          var tools = tools(client);
          return tools.contains("sleep") && tools.contains("echo") == echo;
        },
        () -> "echo is " + (echo ? "not there" : "still there"));
  }

  /** Alters a pin, as if the tool's definition had been another at its first use. */
  private static void pinToSomethingElse(Served served, String tool) throws IOException {
    var pins = Files.readString(served.pins());
    var other = pins.replaceFirst("(\"" + tool + "\":\\{\"sha256\":\")[0-9a-f]{8}", "$100000000");
    assertThat(other).isNotEqualTo(pins);
    Files.writeString(served.pins(), other);
  }

  private static String waiting(Served served) throws InterruptedException {
    var client = served.kept(ScriptedHttpClient.modern(served.url()));
    var health = Json.parse(client.send(client.get().to("/health")).body());
    return health.at("upstreams").items().getFirst().at("tools_waiting").raw();
  }

  @Test
  void fromTheChangeToTheWordOfAPerson() throws IOException, InterruptedException {
    try (var served =
        Serve.process()
            .mcp("on_change", "\"ask\"")
            .mcp("tools_list", "{\"cache_ttl_ms\":0}")
            .auth("{\"mode\":\"none\"}")
            .pinned()
            .start()) {
      var client = served.legacy();
      var hears = client.listen();
      awaitTools(client, /* echo= */ true);
      pinToSomethingElse(served, "echo");
      awaitTools(client, /* echo= */ false);
      assertThat(client.call("echo", "{\"text\":\"x\"}").at("error", "message").text())
          .startsWith("the tool faulty__echo is held back: ")
          .endsWith("belay tools accept faulty__echo");
      assertThat(waiting(served)).isEqualTo("1");

      var shell = new FakeShell();
      served.environment().forEach(shell::with);
      assertThat(Subcommands.run("tools", List.of("accept", "faulty__echo"), shell.shell()))
          .isEqualTo(ExitCode.OK);
      assertThat(shell.out()).endsWith("accepted faulty__echo\n");
      served.lookAtPins();

      var _ = hears.awaitMethod("notifications/tools/list_changed");
      awaitTools(client, /* echo= */ true);
      assertThat(text(client.call("echo", "{\"text\":\"back\"}"))).isEqualTo("back");
      assertThat(waiting(served)).isEqualTo("0");
    }
  }
}
