package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.isError;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallId;
import dev.belay.core.job.Job;
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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that outlive their requests behind {@code belay serve} (S3-24, S3-29, C13, J11). */
@DisplayName("Jobs behind a gateway")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
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
  @DisplayName("By default lists end with the tools by which clients ask for jobs")
  void lists(Era era) throws IOException, InterruptedException {
    try (var served = Serve.process().start()) {
      var tools = tools(served.client(era));
      assertThat(tools).contains("echo").endsWith(NAMES).doesNotHaveDuplicates();
      assertThat(text(call(served.client(era), "1", "job_list", "{}").response()))
          .startsWith(
              era == Era.LEGACY
                  ? "There are no jobs."
                  : "Over HTTP, a client without a token can ask for a job by its id alone");
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A call that takes too long goes on as a job, whose result is there later")
  void handedOff(Era era) throws IOException, InterruptedException {
    try (var served = Serve.process().mcp("handoff_after", "2").start()) {
      var client = served.client(era);
      var gate = served.gate();
      var handle = call(client, "1", "sleep", gate.arguments()).response();
      assertThat(isError(handle)).isFalse();
      assertThat(text(handle)).startsWith("Still running: sleep has taken ");
      var later = served.client(era);
      assertThat(text(call(later, "2", "job_status", of(id(handle))).response()))
          .contains("(sleep) has run for ");
      gate.open();
      assertThat(text(call(later, "3", "job_result", of(id(handle))).response()))
          .isEqualTo("slept");
      assertThat(served.log("call")).containsExactly("sleep");
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A glob makes jobs of a tool's calls at once, or never")
  void byGlob(Era era) throws IOException, InterruptedException {
    var serve =
        Serve.process()
            .mcp("handoff_after", "0")
            .tool("sleep", "{\"job\":\"always\"}")
            .tool("hang", "{\"job\":\"never\",\"timeout\":2}");
    try (var served = serve.start()) {
      var client = served.client(era);
      assertThat(tools(client)).endsWith(NAMES);
      var gate = served.gate();
      var handle = call(client, "1", "sleep", gate.arguments()).response();
      var job = id(handle);
      var cancelled = call(client, "2", "job_cancel", of(job)).response();
      assertThat(cancelled.at("result", "structuredContent", "status").text())
          .isEqualTo("cancelled");
      assertThat(text(call(client, "3", "job_result", of(job)).response()))
          .startsWith("[CANCELLED]");
      assertThat(text(call(client, "4", "hang", "{}").response())).contains(" 2s");
    }
  }

  @Test
  @DisplayName("A Java tool's call becomes a job as a server's does")
  void ofThisProgram() throws IOException, InterruptedException {
    var open = new CountDownLatch(1);
    var tools =
        Tools.of(
            Tools.define("wait")
                .description("Waits.")
                .handle(_ -> {
                  open.await();
                  return "waited";
                }));
    try (var served = Serve.process().with(tools).mcp("handoff_after", "2").start()) {
      var client = served.modern();
      var handle = call(client, "1", "native__wait", "{}").response();
      open.countDown();
      assertThat(text(call(client, "2", "job_result", of(id(handle))).response()))
          .isEqualTo("waited");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("A job whose program was killed runs again, where its tool may")
  void restarted(boolean mayRun) throws Exception {
    var serve =
        Serve.process()
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

  @Test
  @DisplayName("Where no call becomes a job, lists are those of the servers alone")
  void switchedOff() throws IOException, InterruptedException {
    var serve = Serve.process();
    try (var served = serve.start()) {
      var client = served.modern();
      assertThat(tools(client)).contains(NAMES);
      served.replace(serve.mcp("handoff_after", "0").settings());
      assertThat(tools(client)).contains("echo").doesNotContain(NAMES);
    }
  }

  @Test
  @DisplayName("A turn waits for its calls, which never become jobs")
  void inTurns() throws IOException, InterruptedException {
    var serve =
        Serve.process()
            .auth("{\"mode\":\"none\"}")
            .mcp("handoff_after", "2")
            .tool("sleep", "{\"job\":\"always\"}");
    try (var served = serve.start()) {
      var gate = served.gate();
      gate.open();
      var answer = Turns.of(served).run(Turns.use("1", "sleep", gate.arguments()));
      assertThat(Turns.texts(answer)).containsExactly("slept");
    }
  }
}
