package dev.belay.observe.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.AuditSettings;
import dev.belay.config.AuditSettings.AuditArguments;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.core.time.HandTime;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.listing.ServerTools;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("One line for every call and decision, none lost in silence")
class AuditLogTest {
  private static final String ARGUMENTS = "{\"path\":\"a\",\"token\":\"t0p\"}";

  /** More lines than may wait at once. */
  private static final int MANY = 10_000;

  /** The pause before failed writes are retried. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  @TempDir private Path directory;
  private final BlockingQueue<String> reports = new LinkedBlockingQueue<>();
  private final HandTime time = new HandTime();

  private AuditLog open(AuditArguments arguments, boolean fsync, int maxBytes) throws IOException {
    return AuditLog.open(
        path(), new AuditSettings(path(), arguments, fsync, maxBytes, 50), reports::add, time);
  }

  private Path path() {
    return directory.resolve("audit.jsonl");
  }

  /** Puts an obstacle in the place of the next file, so that writing fails. */
  private void blockRotation() throws IOException {
    Files.createDirectories(inTheWay());
  }

  private Path inTheWay() {
    return directory.resolve("audit.jsonl.new/full");
  }

  private static Governor governor(AuditLog log) {
    return new Governor(GovernorOptions.of(new HandTime()).withLedger(log));
  }

  private static CallRequest request(String tool) {
    var message =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
            + tool
            + "\",\"arguments\":"
            + ARGUMENTS
            + "}}";
    return CallRequest.of(tool, new Payload("mcp", message.getBytes(UTF_8)))
        .withUpstream("files")
        .withCaller(Caller.of("ann", "s1"));
  }

  private static Outcome called(Governor governor, String tool) throws InterruptedException {
    return governor.start(request(tool), _ -> Payload.EMPTY).join();
  }

  private List<Json> lines(String kind) throws IOException {
    var lines = new ArrayList<Json>();
    for (var line : Files.readAllLines(path())) {
      var json = Json.parse(line);
      if (json.at("kind").text().equals(kind)) {
        lines.add(json);
      }
    }
    return lines;
  }

  @Test
  void aCallIsKeptWithItsOutcome() throws IOException, InterruptedException {
    try (var log = open(AuditArguments.HASH, false, 1 << 20);
        var governor = governor(log)) {
      var _ = called(governor, "read");
    }
    assertThat(lines("opened")).hasSize(1);
    var line = lines("call").getFirst();
    assertThat(line.at("tool").text()).isEqualTo("read");
    assertThat(line.at("upstream").text()).isEqualTo("files");
    assertThat(line.at("principal").text()).isEqualTo("ann");
    assertThat(line.at("session").text()).isEqualTo("s1");
    assertThat(line.at("outcome").text()).isEqualTo("completed");
    assertThat(line.at("arguments_sha256").text()).isEqualTo(Sha256.hex(ARGUMENTS.getBytes(UTF_8)));
    assertThat(line.at("arguments").present()).isFalse();
  }

  @Test
  @DisplayName("What is said of arguments follows the configuration, from the next call on")
  void whatIsSaidOfArgumentsMayChange() throws IOException, InterruptedException {
    var list = "{\"tools\":[{\"name\":\"read\",\"inputSchema\":{}}]}".getBytes(UTF_8);
    try (var log = open(AuditArguments.NONE, false, 1 << 20);
        var governor = governor(log)) {
      var _ = called(governor, "read");
      log.replace(new AuditSettings(path(), AuditArguments.REDACTED, true, 1 << 20, 50));
      log.goBy(tools(list));
      var _ = called(governor, "read");
      // With fsync the line is there once the call has ended.
      assertThat(lines("call")).hasSize(2);
    }
    assertThat(lines("call").getFirst().at("arguments_sha256").present()).isFalse();
    assertThat(lines("call").getFirst().at("attempts").raw()).isEqualTo("1");
    assertThat(lines("call").getLast().at("arguments", "path").text()).isEqualTo("a");
    assertThat(lines("call").getLast().at("arguments", "token").text()).isNotEqualTo("t0p");
  }

  private static Function<String, ToolIndex> tools(byte[] list) {
    var tools = new ServerTools(() -> {});
    tools.listed(list);
    return server -> server.equals("files") ? tools.now() : ToolIndex.EMPTY;
  }

  @Test
  @DisplayName("Who cancelled a call is kept, and that somebody wanted to")
  void whoCancelled() throws IOException, InterruptedException {
    try (var log = open(AuditArguments.NONE, false, 1 << 20);
        var governor = governor(log)) {
      var running = new CountDownLatch(1);
      var call =
          governor.start(
              request("hang"),
              _ -> {
                running.countDown();
                new CountDownLatch(1).await();
                return Payload.EMPTY;
              });
      running.await();
      call.cancel(Cause.USER, "ann: enough");
      var _ = call.join();
      log.decided(
          new Decisions.Decision("cancel", "cancelled", "ann", call.id().toString(), "enough"));
    }
    var line = lines("call").getFirst();
    assertThat(line.at("detail").text()).isEqualTo("user");
    assertThat(line.at("by").text()).isEqualTo("ann: enough");
    assertThat(line.at("arguments_sha256").present()).isFalse();
    assertThat(lines("decision").getFirst().at("verdict").text()).isEqualTo("cancelled");
  }

  @Test
  @DisplayName("Arguments are shown without their secrets, once it is known which those are")
  void redacted() throws IOException, InterruptedException {
    try (var log = open(AuditArguments.REDACTED, false, 1 << 20);
        var governor = governor(log)) {
      var _ = called(governor, "read");
      log.goBy(tools("{\"tools\":[{\"name\":\"read\"}]}".getBytes(UTF_8)));
      var _ = called(governor, "read");
    }
    var lines = lines("call");
    assertThat(lines.getFirst().at("arguments").present()).isFalse();
    assertThat(lines.getFirst().at("arguments_sha256").present()).isTrue();
    assertThat(lines.getLast().at("arguments").raw())
        .isEqualTo("{\"path\":\"a\",\"token\":\"[redacted]\"}");
  }

  @Test
  @DisplayName("However many end at once, each has its line")
  void noneIsLost() throws IOException, InterruptedException {
    try (var log = open(AuditArguments.HASH, false, 64 << 20);
        var governor = governor(log)) {
      var calls = new ArrayList<Call>();
      for (int i = 0; i < MANY; i++) {
        calls.add(governor.start(request("read"), _ -> Payload.EMPTY));
      }
      for (var call : calls) {
        var _ = call.join();
      }
    }
    var text = Files.readString(path());
    assertThat(text.lines().filter(line -> line.contains("\"kind\":\"call\""))).hasSize(MANY);
    assertThat(text).doesNotContain("\"kind\":\"gap\"");
  }

  @Test
  @DisplayName("P26: with fsync a call that cannot be kept has failed, and the log heals itself")
  void failClosed() throws IOException, InterruptedException {
    try (var log = open(AuditArguments.HASH, true, 1024);
        var governor = governor(log)) {
      while (Files.size(path()) < 1024) {
        assertThat(called(governor, "read")).isInstanceOf(Outcome.Completed.class);
      }
      blockRotation();
      assertThat(called(governor, "lost"))
          .isInstanceOfSatisfying(
              Outcome.Failed.class,
              failed -> assertThat(failed.failure().kind()).isEqualTo(Failure.Kind.LEDGER));
      Files.delete(inTheWay());
      var kept = governor.start(request("kept"), _ -> Payload.EMPTY);
      time.pass(AGAIN);
      assertThat(kept.join()).isInstanceOf(Outcome.Completed.class);
    }
    assertThat(lines("gap").getFirst().at("missing").raw()).isEqualTo("1");
    assertThat(lines("call").getLast().at("tool").text()).isEqualTo("kept");
    assertThat(reports)
        .anyMatch(line -> line.startsWith("audit.file: writing failed: "))
        .contains("audit.file: writing works again");
  }

  @Test
  @DisplayName("P26: without fsync lines wait for better times, and none is lost")
  void linesWait() throws IOException, InterruptedException {
    blockRotation();
    int calls = 0;
    try (var log = open(AuditArguments.HASH, false, 1024);
        var governor = governor(log)) {
      for (; reports.isEmpty(); calls++) {
        assertThat(called(governor, "read")).isInstanceOf(Outcome.Completed.class);
      }
      Files.delete(inTheWay());
      time.pass(AGAIN);
      assertThat(reports.take()).startsWith("audit.file: writing failed: ");
      assertThat(reports.take()).isEqualTo("audit.file: writing works again");
    }
    int kept = 0;
    try (var files = Files.list(directory)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        kept += (int) Files.readString(file).lines().filter(line -> line.contains("read")).count();
      }
    }
    assertThat(kept).isEqualTo(calls);
  }
}
