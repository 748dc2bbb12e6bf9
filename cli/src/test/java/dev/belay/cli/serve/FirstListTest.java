package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.BelayProcess;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testkit.client.ScriptedHttpClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A cold start, in which classes are loaded while servers speak already")
@Tag("process")
final class FirstListTest {
  @TempDir private Path dir;

  @RepeatedTest(2)
  @DisplayName("ARC-D7: its first list has the tools of a server and those of samples beside it")
  void hasAll() throws IOException, InterruptedException {
    // By default a list is sent without a server that delays it.
    var config =
        Files.writeString(dir.resolve("belay.yaml"), "mcp: { tools_list: { wait_ms: 60000 } }\n");
    var words = new ArrayList<>(List.of("serve", "--samples", "basic", "--port", "0"));
    words.addAll(List.of("--root", dir.toString(), "--config", config.toString(), "--"));
    words.addAll(FaultyServers.command("--log", dir.resolve("log").toString()));
    var belay = BelayProcess.start(dir, List.of(), words);
    try {
      try (var client = ScriptedHttpClient.modern(belay.awaitListening())) {
        var tools =
            client.ask("tools/list", "{}").at("result", "tools").items().stream()
                .map(tool -> tool.at("name").text())
                .toList();
        assertThat(belay.err()).doesNotContain("defect in Belay");
        assertThat(tools).contains("samples__read_file").anyMatch(name -> name.endsWith("__echo"));
      }
    } finally {
      belay.process().destroy();
      belay.process().waitFor();
    }
  }
}
