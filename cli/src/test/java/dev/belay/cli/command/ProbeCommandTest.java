package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.testbed.fault.FaultyHttp;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("belay probe, against real servers")
@Tag("process")
final class ProbeCommandTest {
  private final FakeShell shell = new FakeShell();
  private @TempDir Path directory;

  private ExitCode probe(String... words) throws IOException, InterruptedException {
    var all =
        new ArrayList<>(
            List.of(
                "--bench-small-total=20",
                "--bench-small-concurrency=4",
                "--bench-large-total=40",
                "--bench-large-concurrency=8",
                "--sequential-samples=3",
                "--sequential-sleep-ms=0",
                "--json-out=" + directory.resolve("probe.json")));
    all.addAll(List.of(words));
    return shell.run("probe", all);
  }

  @Test
  @DisplayName("S4-23, HOUR-13: a summary for people, and JSON in the file that was asked for")
  void aServerAtAnAddress() throws IOException, InterruptedException {
    try (var server = FaultyHttp.start()) {
      var log = directory.resolve("server.log");
      Files.writeString(log, "old\n");
      assertThat(
              probe(
                  "--base-url",
                  "http://127.0.0.1:" + server.url().getPort(),
                  "--log-file",
                  log.toString()))
          .isEqualTo(ExitCode.OK);
    }
    var file = directory.resolve("probe.json");
    assertThat(shell.out())
        .contains("health:      skipped", "sequential:  3")
        .doesNotContain("embeddings", "{")
        .endsWith("report:      " + file + "\n");
    var json = Json.parse(Files.readString(file).strip());
    assertThat(json.at("schema").text()).isEqualTo("belay.probe.v1");
    assertThat(json.at("benchmarks", "large", "total").number(0)).isEqualTo(40);
    assertThat(json.at("log_scan", "line_count").number(-1)).isZero();
  }

  @Test
  @DisplayName("HOUR-13: --json prints the report alone, and nothing is written unasked")
  void programsGetJson() throws IOException, InterruptedException {
    var before = names();
    try (var server = FaultyHttp.start()) {
      var words = List.of("--json", "--bench-small-total=5", "--bench-large-total=0");
      var all = new ArrayList<>(words);
      all.addAll(List.of("--sequential-samples=1", "--url", server.url().toString()));
      assertThat(shell.run("probe", all)).isEqualTo(ExitCode.OK);
    }
    assertThat(Json.parse(shell.out().strip()).at("schema").text()).isEqualTo("belay.probe.v1");
    assertThat(names()).isEqualTo(before);
  }

  private static List<Path> names() throws IOException {
    try (var here = Files.list(Path.of("."))) {
      return here.filter(file -> file.getFileName().toString().startsWith(".run")).toList();
    }
  }

  @Test
  void aServerThatIsStarted() throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of("--bench-large-total=0", "--"));
    words.addAll(FaultyServers.command("--era", "both"));

    assertThat(probe(words.toArray(String[]::new))).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).contains("target:      stdio:").doesNotContain("large bench");
  }

  @Test
  @DisplayName("Requests that fail: exit 2, or 0 where that is allowed")
  void requestsThatFail() throws IOException, InterruptedException {
    for (boolean allowed : new boolean[] {false, true}) {
      try (var server =
          FaultyHttp.start("--http-fault", "unavailable,method=tools/list,after=10,times=2")) {
        assertThat(
                probe(
                    "--url",
                    server.url().toString(),
                    allowed ? "--allow-request-errors" : "--url=" + server.url()))
            .isEqualTo(allowed ? ExitCode.OK : ExitCode.REQUEST_ERRORS);
      }
    }
  }

  @Test
  void whatIsNoServer() throws IOException, InterruptedException {
    assertThat(probe("--", "sh", "-c", "exit 0")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).contains("probe_failed: the server ended: exit code 0");
    assertThat(shell.out()).isEmpty();
  }

  @Test
  @DisplayName("Ctrl-C: exit 130, also while a server never answers")
  void ctrlC() throws IOException, InterruptedException {
    try (var server = FaultyHttp.start("--http-fault", "stall")) {
      var ended =
          CompletableFuture.supplyAsync(() -> {
            try {
              return probe("--url", server.url().toString());
            } catch (IOException | InterruptedException e) {
              throw new IllegalStateException(e);
            }
          });
      server.awaitLog("http POST");
      shell.interrupt();

      assertThat(ended.join()).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(shell.err()).doesNotContain("probe_failed");
    }
  }
}
