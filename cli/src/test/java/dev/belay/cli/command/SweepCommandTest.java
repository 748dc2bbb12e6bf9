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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("belay sweep, against real servers")
@Tag("process")
final class SweepCommandTest {
  private final FakeShell shell = new FakeShell();
  private @TempDir Path directory;

  private ExitCode sweep(List<String> options, String... server)
      throws IOException, InterruptedException {
    var words = new ArrayList<>(options);
    for (var form : List.of("json", "markdown", "html")) {
      words.add("--" + form + "-out=" + out(form));
    }
    words.addAll(List.of("--total=40", "--concurrency-values=2,4", "--warmup-calls=0"));
    // Slow answers are accepted: a busy machine is no reason against a point.
    words.addAll(List.of("--p95-slo-ms=60000", "--p99-slo-ms=60000"));
    words.addAll(List.of(server));
    return shell.run("sweep", words);
  }

  private Path out(String form) {
    return directory.resolve("sweep." + form);
  }

  private Json report() throws IOException {
    return Json.parse(Files.readString(out("json")).strip());
  }

  private static String base(FaultyHttp server) {
    return "http://127.0.0.1:" + server.url().getPort();
  }

  @Test
  @DisplayName("J16: points, recommendation, and all three reports; no health endpoint is no fault")
  void aServerAtAnAddress() throws IOException, InterruptedException {
    try (var server = FaultyHttp.start()) {
      assertThat(sweep(List.of(), "--base-url", base(server))).isEqualTo(ExitCode.OK);
    }
    var json = report();
    assertThat(json.at("base_url").text()).endsWith("/mcp");
    assertThat(json.at("health_ok").raw()).isEqualTo("null");
    assertThat(json.at("points").items()).hasSize(2);
    assertThat(json.at("points").items())
        .allSatisfy(point -> {
          assertThat(point.at("total").number(0)).isEqualTo(40);
          assertThat(point.at("errors").number(1)).isZero();
        });
    assertThat(json.at("recommendation", "recommended_concurrency").number(0)).isIn(2L, 4L);
    assertThat(shell.out())
        .contains("| Concurrency | Total |", "- Recommended concurrency: ", "Reports:\n")
        .contains(out("html").toString());
    assertThat(Files.readString(out("html"))).contains("<svg");
    assertThat(Files.readString(out("markdown"))).contains("| 4 | 40 | 0 | ");
  }

  @Test
  @DisplayName("HOUR-13: files are written where asked, by short names; a terminal gets a table")
  void filesWhereAsked() throws IOException, InterruptedException {
    var small =
        List.of("--total=8", "--concurrency-values=2", "--warmup-calls=0", "--p95-slo-ms=60000");
    shell.onTerminal();
    try (var server = FaultyHttp.start()) {
      var words = new ArrayList<>(small);
      words.addAll(List.of("--url", server.url().toString(), "--p99-slo-ms=60000"));
      assertThat(shell.run("sweep", words)).isEqualTo(ExitCode.OK);
      assertThat(shell.out())
          .contains("Concurrency  Total", "\nRecommended concurrency: 2\n")
          .doesNotContain("|", "Reports:");
      words.add("--reports=" + directory);
      words.add("--json");
      assertThat(shell.run("sweep", words)).isEqualTo(ExitCode.OK);
    }
    var last = shell.out().substring(shell.out().indexOf("\n{") + 1);
    assertThat(Json.parse(last.strip()).at("mode").text()).isEqualTo("closed");
    try (var files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "tools-list-concurrency.json",
              "tools-list-concurrency.md",
              "tools-list-concurrency.html");
    }
  }

  @Test
  void aToolOfAServerThatIsStarted() throws IOException, InterruptedException {
    var words =
        new ArrayList<>(List.of("--rate=200", "--tool=echo", "--args={\"message\":\"hi\"}"));
    words.addAll(List.of("--total=20", "--warmup-calls=0", "--json-out=" + out("json")));
    // Slow answers are accepted here: the test is about the way of measuring.
    words.addAll(List.of("--p95-slo-ms=60000", "--p99-slo-ms=60000"));
    words.addAll(List.of("--markdown-out=" + out("md"), "--html-out=" + out("html"), "--"));
    words.addAll(FaultyServers.command("--era", "modern"));

    assertThat(shell.run("sweep", words)).isEqualTo(ExitCode.OK);
    var json = report();
    assertThat(json.at("mode").text()).isEqualTo("open");
    assertThat(json.at("request").text()).isEqualTo("tools/call echo");
    assertThat(json.at("points").items().getFirst().at("rate").number(0)).isEqualTo(200);
    assertThat(json.at("recommendation", "feasible_rate").items()).hasSize(1);
  }

  @Test
  @DisplayName("A dead server: exit 1, and no report")
  void aDeadServer() throws IOException, InterruptedException {
    assertThat(sweep(List.of(), "--base-url", "http://127.0.0.1:1")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).contains("sweep_failed: ", "127.0.0.1:1");
    assertThat(shell.out()).isEmpty();
    assertThat(out("json")).doesNotExist();
  }

  @Test
  @DisplayName("A server that answers with errors only: exit 1 while warming up")
  void aServerOfErrors() throws IOException, InterruptedException {
    try (var server = FaultyHttp.start("--http-fault", "server_error,method=tools/list")) {
      assertThat(sweep(List.of(), "--url", server.url().toString(), "--warmup-calls=1"))
          .isEqualTo(ExitCode.ERROR);
    }
    assertThat(shell.err()).contains("sweep_failed: no answer while warming up: ", "500");
  }

  @Test
  @DisplayName(
      "Some errors: exit 2 with the report, which recommends a point without; 0 if allowed")
  void someErrors() throws IOException, InterruptedException {
    for (boolean allowed : new boolean[] {false, true}) {
      try (var server =
          FaultyHttp.start("--http-fault", "unavailable,method=tools/list,after=50,times=3")) {
        var options = allowed ? List.of("--allow-request-errors") : List.<String>of();
        assertThat(sweep(options, "--url", server.url().toString()))
            .isEqualTo(allowed ? ExitCode.OK : ExitCode.REQUEST_ERRORS);
      }
      assertThat(report().at("summary", "error_total").number(0)).isEqualTo(3);
      assertThat(report().at("recommendation", "recommended_concurrency").number(0)).isEqualTo(2);
    }
    assertThat(shell.out()).contains("## What failed", "- At 4, 3 failed: ");
  }

  @Test
  @DisplayName("A slow server: each request is given up in time")
  void aSlowServer() throws IOException, InterruptedException {
    try (var server = FaultyHttp.start("--http-fault", "stall,method=tools/list,after=2")) {
      assertThat(
              sweep(
                  // Also the limit for opening and warming up, in which a machine may stand still.
                  List.of("--timeout-secs=8"),
                  "--url",
                  server.url().toString(),
                  "--total=20",
                  "--warmup-calls=1",
                  "--concurrency-values=20"))
          .isEqualTo(ExitCode.REQUEST_ERRORS);
    }
    assertThat(report().at("points").items().getFirst().at("errors").number(0)).isEqualTo(20);
    assertThat(report().at("recommendation", "recommended_concurrency").raw()).isEqualTo("null");
  }

  @Test
  void aWordThatIsNoServer() throws IOException, InterruptedException {
    assertThat(sweep(List.of(), "--", "sh", "-c", "echo hello")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).contains("sweep_failed: the server ended");
  }

  @Test
  @DisplayName("Two reports beside each other; exit 1 where the second is worse")
  void reportsAreCompared() throws IOException, InterruptedException {
    var before = directory.resolve("a.json");
    var after = directory.resolve("b.json");
    Files.writeString(before, reportOf(800, 100));
    Files.writeString(after, reportOf(700, 290));

    assertThat(compare(before, after)).isEqualTo(ExitCode.ERROR);
    assertThat(shell.out())
        .contains("| 40 | 800.00 | 700.00 | -12.5 % | 100.00 | 290.00 | +190.0 % |")
        .contains("- Regression: at 40, p95_ms is 290.00, was 100.00 (bound 200.00)");
    assertThat(compare(after, before)).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).contains("No regression.");
    assertThat(compare(before, directory.resolve("none.json"))).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).endsWith("none.json: there is no such file\n");
  }

  private ExitCode compare(Path before, Path after) throws IOException, InterruptedException {
    return shell.run("sweep", "--compare", before.toString(), after.toString());
  }

  private static String reportOf(int rps, int p95) {
    return """
    {"schema":"belay.sweep.v1","base_url":"http://h/mcp","request":"tools/list","mode":"closed",
     "points":[{"concurrency":40,"errors":0,"rps":%d,"p95_ms":%d,"p99_ms":300}]}
    """
        .formatted(rps, p95);
  }

  @Test
  @DisplayName("A baseline that is not there is told before anything is measured")
  void aMissingBaseline() throws IOException, InterruptedException {
    assertThat(sweep(List.of("--baseline=no-such"), "--", "sh", "-c", "exit 0"))
        .isEqualTo(ExitCode.ERROR);
    assertThat(shell.err())
        .isEqualTo(
            "sweep_failed: there is no baseline no-such (.run/baselines/no-such.json);"
                + " --save-baseline=no-such makes it\n");
  }
}
