package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Patience;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A server over HTTP+SSE of 2024-11-05, here another Belay, is governed as any other")
@Tag("process")
final class EventUpstreamTest {
  private static Serve before(Served behind) throws IOException {
    return Serve.url(behind.url().resolve("/sse"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sse", "http"})
  @DisplayName("Said or found out: clients of both eras are served, and a cancellation reaches it")
  void servesClientsOfBothEras(String type) throws IOException, InterruptedException {
    try (var behind = Serve.puppet().start();
        var served = before(behind).with("type", "\"" + type + "\"").start()) {
      assertThat(text(served.legacy().call("echo", "{\"text\":\"old\"}"))).isEqualTo("old");
      var modern = served.modern();
      assertThat(text(modern.call("echo", "{\"text\":\"new\"}"))).isEqualTo("new");
      var hangs = call(modern, "7", "hang_honouring_cancel", "{}");
      behind.awaitCalls("hang_honouring_cancel", 1);
      hangs.line().close();
      Patience.await(
          () -> !behind.upstreamGot("notifications/cancelled").isEmpty(),
          () -> "not cancelled: " + behind.log());
      assertThat(text(modern.call("echo", "{\"text\":\"a\"}"))).isEqualTo("a");
    }
  }

  @Test
  @DisplayName("belay probe takes it, found out at an address; belay sweep, said by configuration")
  void probed(@TempDir Path directory) throws IOException, InterruptedException {
    try (var behind = Serve.puppet().start()) {
      var stream = behind.url().resolve("/sse");
      var out = directory.resolve("out.json");
      var shell = new FakeShell();
      var probe =
          List.of(
              "--url",
              stream.toString(),
              "--json-out=" + out,
              "--bench-small-total=20",
              "--bench-small-concurrency=4",
              "--bench-large-total=0",
              "--sequential-samples=3",
              "--sequential-sleep-ms=0");
      assertThat(shell.run("probe", probe)).as(shell.err()).isEqualTo(ExitCode.OK);
      var small = Json.parse(Files.readString(out).strip()).at("benchmarks", "small");
      assertThat(small.at("errors").number(-1)).isZero();
      assertThat(small.at("total").number(0)).isEqualTo(20);

      var yaml = "mcpServers: { old: { url: \"" + stream + "\", type: sse } }";
      var file = Files.writeString(directory.resolve("belay.yaml"), yaml);
      var sweep =
          List.of(
              "--config=" + file,
              "--server=old",
              "--json-out=" + out,
              "--total=40",
              "--concurrency-values=2,4",
              "--warmup-calls=0",
              "--markdown-out=" + directory.resolve("out.md"),
              "--html-out=" + directory.resolve("out.html"));
      assertThat(shell.run("sweep", sweep)).as(shell.err()).isEqualTo(ExitCode.OK);
      assertThat(Json.parse(Files.readString(out).strip()).at("points").items())
          .hasSize(2)
          .allSatisfy(point -> assertThat(point.at("errors").number(1)).isZero());
    }
  }
}
