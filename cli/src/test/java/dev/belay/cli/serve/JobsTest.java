package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.isError;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallId;
import dev.belay.core.job.Job;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.store.sqlite.SqliteJobStore;
import dev.belay.testbed.fault.Gate;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import dev.belay.tools.declare.Tools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that outlive their requests behind {@code belay serve} (S3-24, S3-29, C13, J11). */
@DisplayName("Jobs behind a gateway")
@Tag("process")
final class JobsTest {
  private static final String[] NAMES = {"job_status", "job_result", "job_cancel", "job_list"};

  private static List<String> tools(ScriptedHttpClient client) throws InterruptedException {
    return client.ask("tools/list", "{}").at("result", "tools").items().stream()
        .map(tool -> tool.at("name").text())
        .toList();
  }

  private static String id(Json handle) {
    return handle.at("result", "structuredContent", "job_id").text();
  }

  private static String of(String job) {
    return "{\"job_id\":" + Json.quote(job) + "}";
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "A call of a server or of a Java tool that takes too long goes on as a job, whose result is"
          + " there later")
  void handedOff(Era era) throws IOException, InterruptedException {
    var begun = new CountDownLatch(1);
    var open = new CountDownLatch(1);
    var wait =
        Tools.define("wait")
            .description("Waits.")
            .handle(_ -> {
              begun.countDown();
              open.await();
              return "waited";
            });
    var time = new HandTime();
    var serve = Serve.puppet().on(time).with(Tools.of(wait)).tool("*", "{\"idle_timeout\":0}");
    try (var served = serve.start()) {
      var client = served.client(era);
      var gate = served.gate();
      var slow = call(client, "1", "faulty__sleep", gate.arguments());
      var own = call(client, "2", "native__wait", "{}");
      served.awaitCalls("sleep", 1);
      Patience.await(() -> begun.getCount() == 0, () -> "the tool has not begun");
      Patience.await(
          time,
          Duration.ofSeconds(1),
          () -> slow.hasEnded() && own.hasEnded(),
          () -> "not both are handed off");
      var handle = slow.response();
      assertThat(isError(handle)).isFalse();
      assertThat(text(handle)).startsWith("Still running: ");
      var later = served.client(era);
      assertThat(text(call(later, "3", "job_status", of(id(handle))).response()))
          .contains("has run for ");
      gate.open();
      open.countDown();
      assertThat(text(call(later, "4", "job_result", of(id(handle))).response()))
          .isEqualTo("slept");
      assertThat(text(call(later, "5", "job_result", of(id(own.response()))).response()))
          .isEqualTo("waited");
      assertThat(served.log("call")).containsExactly("sleep");
      assertThat(tools(client)).contains(NAMES);
      served.replace(serve.mcp("handoff_after", "0").settings());
      assertThat(tools(client)).as("where no call becomes a job").doesNotContain(NAMES);
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A glob makes jobs of a tool's calls at once, or never; turns wait for their calls")
  void byGlob(Era era) throws IOException, InterruptedException {
    var time = new HandTime();
    var serve =
        Serve.puppet()
            .on(time)
            .auth("{\"mode\":\"none\"}")
            .mcp("handoff_after", "0")
            .tool("sleep", "{\"job\":\"always\"}")
            .tool("hang", "{\"job\":\"never\"}");
    try (var served = serve.start()) {
      var client = served.client(era);
      assertThat(tools(client)).endsWith(NAMES);
      var gate = served.gate();
      var job = id(call(client, "1", "sleep", gate.arguments()).response());
      var cancelled = call(client, "2", "job_cancel", of(job)).response();
      assertThat(cancelled.at("result", "structuredContent", "status").text())
          .isEqualTo("cancelled");
      assertThat(text(call(client, "3", "job_result", of(job)).response()))
          .startsWith("[CANCELLED]");
      var hangs = call(client, "4", "hang", "{}");
      served.awaitCalls("hang", 1);
      time.advance(Duration.ofMinutes(5));
      assertThat(text(hangs.response())).startsWith("No progress for 300s");
      gate.open();
      var turn = Turns.of(served).run(Turns.use("1", "sleep", gate.arguments()));
      assertThat(Turns.texts(turn)).containsExactly("slept");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("A job whose program was killed runs again, where its tool may")
  void restarted(boolean mayRun) throws Exception {
    var serve =
        Serve.puppet()
            .pinned()
            .tool(
                "sleep",
                "{\"rate_limit\":\"1/1h\",\"on_restart\":\"" + (mayRun ? "retry" : "fail") + "\"}");
    var gate = new Gate(serve.directory().resolve("again"));
    var id = new CallId("local", 7, 8);
    var before =
        new SqliteJobStore(
            serve.directory().resolve("state/belay"), 1 << 30, Time.system(), _ -> {});
    before.put(
        new Job(
            id,
            "sleep",
            "faulty",
            "local",
            null,
            Time.system().wall(),
            Duration.ofMinutes(1),
            Time.system().wall().plusSeconds(600),
            new Job.State.Open(Job.Step.RUNNING, null, Duration.ZERO, null)),
        gate.arguments().getBytes(StandardCharsets.UTF_8));
    before.close();
    try (var served = serve.start()) {
      var client = served.modern();
      if (mayRun) {
        Patience.await(
            () -> served.log("call").contains("sleep"), () -> "the job does not run again");
      }
      var status = text(call(client, "1", "job_status", of(id.toString())).response());
      gate.open();
      if (mayRun) {
        assertThat(status).contains("This is attempt 2: Belay was stopped while it ran before.");
        assertThat(text(call(client, "2", "job_result", of(id.toString())).response()))
            .isEqualTo("slept");
        assertThat(served.log("call")).containsExactly("sleep");
        assertThat(text(call(client, "3", "sleep", gate.arguments()).response()))
            .as("the rate of the tool")
            .isEqualTo("slept");
      } else {
        assertThat(status).contains("It waits: Belay to be started again.");
        assertThat(served.log("call")).isEmpty();
        var cancelled = call(client, "2", "job_cancel", of(id.toString())).response();
        assertThat(cancelled.at("result", "structuredContent", "status").text())
            .isEqualTo("cancelled");
      }
    }
  }
}
