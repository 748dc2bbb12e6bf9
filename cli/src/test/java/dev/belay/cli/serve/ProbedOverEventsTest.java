package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.command.Subcommands;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("belay probe and belay sweep take a server over HTTP+SSE of 2024-11-05 as any other")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class ProbedOverEventsTest {
  private static Served served;

  private final FakeShell shell = new FakeShell();
  private @TempDir Path directory;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    served = Serve.process().start();
  }

  @AfterAll
  static void close() throws IOException {
    served.close();
  }

  private static URI stream() {
    return served.url().resolve("/sse");
  }

  private List<String> configured() throws IOException {
    var yaml = "mcpServers: { old: { url: \"" + stream() + "\", type: sse } }";
    var file = Files.writeString(directory.resolve("belay.yaml"), yaml);
    return List.of("--config", file.toString(), "--server", "old");
  }

  private Json run(String command, List<String> target, String... options)
      throws IOException, InterruptedException {
    var out = directory.resolve("out.json");
    var words = new ArrayList<>(target);
    words.addAll(List.of(options));
    words.add("--json-out=" + out);
    assertThat(Subcommands.run(command, words, shell.shell()))
        .as(shell.err())
        .isEqualTo(ExitCode.OK);
    return Json.parse(Files.readString(out).strip());
  }

  @Test
  @DisplayName("Found out at an address, or said by the configuration")
  void probe() throws IOException, InterruptedException {
    for (var target : List.of(List.of("--url", stream().toString()), configured())) {
      var json =
          run(
              "probe",
              target,
              "--bench-small-total=20",
              "--bench-small-concurrency=4",
              "--bench-large-total=0",
              "--sequential-samples=3",
              "--sequential-sleep-ms=0");
      assertThat(json.at("benchmarks", "small", "errors").number(-1)).isZero();
      assertThat(json.at("benchmarks", "small", "total").number(0)).isEqualTo(20);
    }
  }

  @Test
  void sweep() throws IOException, InterruptedException {
    var json =
        run(
            "sweep",
            configured(),
            "--total=40",
            "--concurrency-values=2,4",
            "--warmup-calls=0",
            "--markdown-out=" + directory.resolve("out.md"),
            "--html-out=" + directory.resolve("out.html"));
    assertThat(json.at("points").items())
        .hasSize(2)
        .allSatisfy(point -> assertThat(point.at("errors").number(1)).isZero());
  }
}
