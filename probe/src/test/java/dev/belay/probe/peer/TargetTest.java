package dev.belay.probe.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.time.Time;
import dev.belay.probe.peer.Target.Reply;
import dev.belay.process.spawn.Launch;
import dev.belay.testbed.fault.FaultyHttp;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testbed.process.LiveProcesses;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Targets: any MCP server, either era, over HTTP and stdio; and what is none")
@Tag("process")
final class TargetTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(300);

  private @TempDir Path directory;

  private static Target http(URI url) {
    return Targets.http(url.toString(), url, Map.of(), ConnectionLimits.of(20), Time.system());
  }

  private static Target stdio(String... options) {
    return program(FaultyServers.command(options));
  }

  private static Target program(List<String> command) {
    var launch =
        new Launch(
            command,
            Map.of("PATH", System.getenv("PATH")),
            Optional.empty(),
            command.getFirst(),
            _ -> {});
    return Targets.stdio("stdio:program", launch, ConnectionLimits.of(20), Time.system());
  }

  private static void assertManyAreAnswered(Target target)
      throws MeasurementFailed, IOException, InterruptedException {
    target.open(LIMIT);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var replies =
          IntStream.range(0, 60)
              .mapToObj(_ ->
                  CompletableFuture.supplyAsync(
                      () -> ask(target, ProbeRequest.toolsList()), threads))
              .toList();
      assertThat(replies)
          .allSatisfy(reply -> assertThat(reply.join()).isInstanceOf(Reply.Answered.class));
    }
    assertThat(ask(target, ProbeRequest.toolCall("echo", "{\"message\":\"hi\"}")))
        .isInstanceOf(Reply.Answered.class);
  }

  /** Waits until the server has received that many requests for lists. */
  private static void awaitListsAsked(FaultyHttp server, int count)
      throws IOException, InterruptedException {
    while (server.log().stream()
            .filter(line -> line.startsWith("recv ") && line.contains("\"tools/list\""))
            .count()
        < count) {
      Time.system().sleep(Duration.ofMillis(5));
    }
  }

  private static Reply ask(Target target, ProbeRequest request) {
    try {
      return target.ask(request, LIMIT);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"legacy", "modern", "both"})
  void eachEraOverHttp(String era) throws MeasurementFailed, IOException, InterruptedException {
    try (var server = FaultyHttp.start("--era", era);
        var target = http(server.url())) {
      assertManyAreAnswered(target);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"legacy", "modern", "both"})
  void eachEraOverStdio(String era) throws MeasurementFailed, IOException, InterruptedException {
    var log = directory.resolve("log");
    try (var target = stdio("--era", era, "--log", log.toString())) {
      assertManyAreAnswered(target);
    }
    LiveProcesses.awaitGone(List.of(pid(log)));
  }

  private static long pid(Path log) throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> line.startsWith("pid "))
        .mapToLong(line -> Long.parseLong(line.substring(4)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @DisplayName("A server that ends at a request it does not know is started again, and opened")
  void aServerThatEndsWhenAskedForItsEraIsStartedAgain()
      throws MeasurementFailed, IOException, InterruptedException {
    try (var target = stdio("--exit-on-unknown-request")) {
      assertManyAreAnswered(target);
    }
  }

  @Test
  void nobodyListens() throws MeasurementFailed, IOException, InterruptedException {
    var nowhere = URI.create("http://127.0.0.1:1/mcp");
    try (var target = http(nowhere)) {
      assertThatThrownBy(() -> target.open(LIMIT))
          .isInstanceOf(MeasurementFailed.class)
          .hasMessageContaining(nowhere.toString());
    }
  }

  @Test
  void aServerThatNeverAnswers() throws MeasurementFailed, IOException, InterruptedException {
    try (var server = FaultyHttp.start("--http-fault", "stall");
        var target = http(server.url())) {
      assertThatThrownBy(() -> target.open(SHORT))
          .isInstanceOf(MeasurementFailed.class)
          .hasMessage("initialize: no answer within 300ms");
    }
    try (var target = stdio("--silent-start")) {
      assertThatThrownBy(() -> target.open(SHORT)).isInstanceOf(MeasurementFailed.class);
    }
  }

  @ParameterizedTest
  @CsvSource({"200", "404", "500"})
  @DisplayName("Plain HTTP that is no MCP, whatever its status")
  void aServerOfPagesIsNone(int status)
      throws MeasurementFailed, IOException, InterruptedException {
    try (var server = new PlainServer(Map.of("", new PlainServer.Page(status, "Hello")));
        var target = http(server.url("/mcp"))) {
      assertThatThrownBy(() -> target.open(LIMIT)).isInstanceOf(MeasurementFailed.class);
      assertThat(server.asked()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage_head", "half_close", "reset", "unauthorized", "server_error"})
  void aConnectionThatBreaks(String fault)
      throws MeasurementFailed, IOException, InterruptedException {
    try (var server = FaultyHttp.start("--http-fault", fault);
        var target = http(server.url())) {
      assertThatThrownBy(() -> target.open(LIMIT)).isInstanceOf(MeasurementFailed.class);
    }
  }

  @Test
  void aProgramThatIsNoServer() {
    try (var target = program(List.of("sh", "-c", "echo hello; exit 3"))) {
      assertThatThrownBy(() -> target.open(LIMIT))
          .isInstanceOf(MeasurementFailed.class)
          .hasMessage("the server ended: exit code 3");
    }
    try (var target = program(List.of("no-such-program"))) {
      assertThatThrownBy(() -> target.open(LIMIT))
          .isInstanceOf(MeasurementFailed.class)
          .hasMessageContaining("no-such-program");
    }
  }

  @Test
  @DisplayName("Errors, tools that fail and lists that are none are failures, with their reasons")
  void wrongAnswersAreFailures() throws MeasurementFailed, IOException, InterruptedException {
    var broken = directory.resolve("tools.json");
    Files.writeString(broken, "{\"no\":\"list\"}");
    try (var server = FaultyHttp.start("--tools-file", broken.toString());
        var target = http(server.url())) {
      target.open(LIMIT);

      assertThat(ask(target, ProbeRequest.toolsList()))
          .isEqualTo(
              new Reply.Failed(Reply.Kind.WRONG, "tools/list: the result has no list of tools"));
      assertThat(ask(target, ProbeRequest.toolCall("no_such_tool", "{}")))
          .isInstanceOfSatisfying(
              Reply.Failed.class,
              failed -> {
                assertThat(failed.kind()).isEqualTo(Reply.Kind.WRONG);
                assertThat(failed.why()).startsWith("tools/call: ");
              });
    }
  }

  @Test
  @DisplayName("A request that gets no answer in time is taken back, and the next one works")
  void lateIsAFailureOfItsOwn() throws MeasurementFailed, IOException, InterruptedException {
    try (var server = FaultyHttp.start();
        var target = http(server.url())) {
      target.open(LIMIT);

      server.fault("stall,method=tools/list");
      assertThat(target.ask(ProbeRequest.toolsList(), SHORT))
          .isEqualTo(new Reply.Failed(Reply.Kind.LATE, "tools/list: no answer within 300ms"));
      // Not a number of requests to stall: the first may reach the server after it was given up.
      server.calm();
      assertThat(ask(target, ProbeRequest.toolsList())).isInstanceOf(Reply.Answered.class);
    }
  }

  @Test
  @DisplayName("Closing ends all that still waits, at once")
  void closingEndsWhatWaits() throws MeasurementFailed, IOException, InterruptedException {
    try (var server = FaultyHttp.start("--http-fault", "stall,method=tools/list");
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var target = http(server.url());
      target.open(LIMIT);
      var waiting = new ArrayList<CompletableFuture<Reply>>();
      for (int i = 0; i < 5; i++) {
        waiting.add(
            CompletableFuture.supplyAsync(() -> ask(target, ProbeRequest.toolsList()), threads));
      }
      awaitListsAsked(server, 5);

      target.close();

      assertThat(waiting)
          .allSatisfy(one -> assertThat(one.join()).isInstanceOf(Reply.Failed.class));
    }
  }
}
