package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.BelayProcess;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testbed.fault.Gate;
import dev.belay.testkit.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName(
    "S2 between processes: a server's side over stdio and HTTP, and belay call as a client")
@Tag("process")
final class StagedCallTest {
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}\n";

  private FakeShell shell = new FakeShell();

  private static String next(BufferedReader lines, String part) throws IOException {
    var line = lines.readLine();
    while (line != null && !line.contains(part)) {
      line = lines.readLine();
    }
    return String.valueOf(line);
  }

  @Test
  @DisplayName("S2-16: over stdio the answer is written before the first notification of its job")
  void stdio(@TempDir Path dir) throws IOException {
    // A job that has ended by the time it is looked at has no progress to tell of.
    var gate = new Gate(dir.resolve("gate"));
    var config =
        Files.writeString(
            dir.resolve("wrap.yaml"),
            "jobs: { wire: seed, store: memory }\n"
                + "tools: { progress: { job: always, estimate: 3 } }\n");
    var words = new ArrayList<>(List.of("wrap", "--config", config.toString(), "--"));
    words.addAll(FaultyServers.command());
    var belay = BelayProcess.startUnread(words);
    try (var in = belay.outputWriter();
        var out = belay.inputReader()) {
      in.write(INITIALIZE);
      in.flush();
      assertThat(next(out, "\"id\":0")).contains("\"dev.belay/async_tools\":{}");
      in.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
      in.write(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"progress\",\"arguments\":{\"steps\":3,\"everyMs\":300,\"end\":%s}}}\n"
              .formatted(Json.quote(gate.file().toString())));
      in.flush();
      var response = Json.parse(next(out, "job_id"));
      var data = response.at("result", "data");
      assertThat(response.at("id").raw()).isEqualTo("1");
      assertThat(response.at("result", "success").raw()).isEqualTo("true");
      assertThat(data.at("estimated_runtime_seconds").raw()).isEqualTo("3.0");
      assertThat(data.at("status").text()).isIn("queued", "running");
      var job = data.at("job_id").text();
      var progress = Json.parse(next(out, job));
      assertThat(progress.at("method").text()).isEqualTo("notifications/progress");
      assertThat(progress.at("id").present()).isFalse();
      assertThat(progress.at("params", "message").text()).startsWith("step ");
      gate.open();
      var end = Json.parse(next(out, "notifications/tool_result"));
      assertThat(end.at("params", "job_id").text()).isEqualTo(job);
      assertThat(end.at("params", "result", "success").raw()).isEqualTo("true");
    } finally {
      belay.destroy();
    }
  }

  private static Serve jobs(Serve serve, String wire) {
    return serve
        .jobs("wire", "\"" + wire + "\"")
        .tool("*", "{\"job\":\"always\"}")
        .tool("hang", "{\"timeout\":2}");
  }

  private ExitCode call(Served served, String... words) throws IOException, InterruptedException {
    shell = new FakeShell();
    return served.run(shell, "call", words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"seed", "standard"})
  @DisplayName(
      "S2-25 … S2-30: belay call shows progress of a job and its result; a job that fails or is"
          + " timed out is an error, with its text")
  void followed(String wire) throws IOException, InterruptedException {
    try (var served = jobs(Serve.process(), wire).start()) {
      shell = new FakeShell();
      var gate = served.gate();
      var ended = served.start(shell, "call", "progress", "steps=3", "end=" + gate.file());
      if (wire.equals("seed")) {
        shell.awaitErr("step ");
      }
      gate.open();
      assertThat(ended.join()).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).isEqualTo("done\n");
      assertThat(shell.err()).doesNotContain("job_id");
      if (wire.equals("seed")) {
        assertThat(shell.err()).contains("belay: progress completed successfully");
      }

      assertThat(call(served, "hang", "--json")).isEqualTo(ExitCode.TIMED_OUT);
      if (wire.equals("seed")) {
        assertThat(Json.parse(shell.out()).at("success").raw()).isEqualTo("false");
      }

      assertThat(call(served, "crash", "code=3")).isEqualTo(ExitCode.ERROR);
      assertThat(shell.out()).isEmpty();
      assertThat(shell.err()).contains("ended unexpectedly (exit code 3)");
    }
  }

  @Test
  @DisplayName("A job that is left by Ctrl-C, or lasts longer than --timeout, is stopped")
  void stopped() throws IOException, InterruptedException {
    try (var served = jobs(Serve.puppet(), "seed").start()) {
      var gate = "until=" + served.gate().file();
      assertThat(call(served, "sleep", gate, "--timeout", "2")).isEqualTo(ExitCode.TIMED_OUT);
      assertThat(shell.err()).contains("Tool exceeded wall-clock limit of 2s.");
      shell = new FakeShell();
      var ended = served.start(shell, "call", "sleep", gate);
      shell.awaitErr("belay: sleep ");
      shell.interrupt();
      Patience.await(ended::isDone, shell::err);
      assertThat(ended.join()).isEqualTo(ExitCode.INTERRUPTED);
    }
  }

  @Test
  @DisplayName("C13: over HTTP the form is spoken to a session that listens, and to no other")
  void http() throws IOException, InterruptedException {
    try (var served = jobs(Serve.puppet(), "seed").start()) {
      var gate = served.gate();
      var deaf = Served.call(served.legacy(), "1", "sleep", gate.arguments()).response();
      assertThat(deaf.at("result", "structuredContent", "job_id").present()).isTrue();
      var client = served.legacy();
      var hears = client.listen();
      assertThat(hears.status()).isEqualTo(200);
      var response = Served.call(client, "1", "sleep", gate.arguments()).response();
      var job = response.at("result", "data", "job_id").text();
      assertThat(job).isNotEmpty();
      gate.open();
      var end =
          hears.awaitEvent(event -> event.data().contains("notifications/tool_result")).data();
      assertThat(Json.parse(end).at("params", "job_id").text()).isEqualTo(job);
      assertThat(end).contains("slept");
      hears.line().close();
    }
  }
}
