package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.call.CallId;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.store.sqlite.SqliteJobStore;
import dev.belay.testbed.fault.Gate;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Jobs of a gateway are seen and steered over HTTP and from a terminal")
@Tag("process")
final class JobsSeenTest {
  private static final String ADA = "adas-token-0123456789";
  private static final String ALWAYS = "{\"job\":\"always\"}";

  private final HandTime time = new HandTime();
  @AutoClose private Served served;
  private ScriptedHttpClient ada;
  private FakeShell shell = new FakeShell();

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served =
        Serve.puppet()
            .on(time)
            .outside("BELAY_TOKENS", "ada: " + ADA + "\n")
            .auth("{\"tokens\":{\"env\":\"BELAY_TOKENS\"}}")
            .tool("sleep", ALWAYS)
            .tool("hang_honouring_cancel", ALWAYS)
            .start();
    ada = served.modern().always("Authorization", "Bearer " + ADA);
  }

  private static String begin(ScriptedHttpClient client, String tool, String arguments)
      throws InterruptedException {
    var handle = call(client, "1", tool, arguments).response().at("result", "structuredContent");
    assertThat(handle.at("status").text()).as(handle.raw()).isIn("queued", "running");
    return handle.at("job_id").text();
  }

  /** {@return the id of a job that ends at the gate, once it runs} */
  private String begin(Gate gate) throws InterruptedException {
    var id = begin(ada, "sleep", gate.arguments());
    // Its client has the handle before the call has passed its gates.
    var _ = served.awaitRunning(gate.arguments());
    return id;
  }

  private HttpAnswer ask(ScriptedHttpClient client, String method, String path) {
    return client.send(client.bare(method).to("/api/jobs" + path));
  }

  private static Json json(HttpAnswer answer) throws InterruptedException {
    return Json.parse(answer.body());
  }

  private ExitCode run(String... words) throws IOException, InterruptedException {
    return runIn(new FakeShell(), words);
  }

  private ExitCode runIn(FakeShell another, String... words)
      throws IOException, InterruptedException {
    shell = another;
    return served.run(shell, words[0], Arrays.copyOfRange(words, 1, words.length));
  }

  /** {@return the first digits of a job's id, as tables show them} */
  private static String brief(String id) {
    return id.substring(id.lastIndexOf('-') + 1, id.lastIndexOf('-') + 9);
  }

  @Test
  @DisplayName("A job is told of and awaited until its end, and what was read counts as fetched")
  void awaited() throws IOException, InterruptedException {
    var gate = served.gate();
    var events = ada.send(ada.get().to("/api/events"));
    assertThat(events.head().isEventStream()).isTrue();
    var id = begin(gate);
    Patience.await(
        time,
        Duration.ofMillis(100),
        () -> events.events().stream().anyMatch(event -> event.type().equals("handed_off")),
        () -> "nothing is told of the job");
    var handedOff = events.awaitEvent(event -> event.type().equals("handed_off"));
    assertThat(Json.parse(handedOff.data()).at("call", "id").text()).isEqualTo(id);
    events.line().close();
    var client = served.modern();
    Patience.await(
        () ->
            client
                .send(client.bare("GET").to("/metrics"))
                .body()
                .contains("belay_calls_handed_off_total{upstream=\"faulty\"} 1.0"),
        () -> "no job is counted");
    var waits = ask(ada, "GET", "/" + id + "?wait=60");
    gate.open();
    assertThat(json(waits).at("status").text()).isEqualTo("completed");
    var health = ada.send(ada.bare("GET").to("/health"));
    assertThat(json(health).at("jobs").raw()).isEqualTo("{\"open\":0}");
    assertThat(client.send(client.bare("GET").to("/metrics")).body())
        .contains("belay_jobs_open 0.0", "belay_jobs_total{outcome=\"completed\"} 1.0");

    var asAda = new FakeShell().with("BELAY_TOKEN", ADA);
    assertThat(runIn(asAda, "job", "result", id, "--wait", "60")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo("slept\n");
    assertThat(begin(gate)).as("the same call runs again").isNotEqualTo(id);
  }

  @Test
  @DisplayName("How a job ended is the exit code of its result")
  void results() throws IOException, InterruptedException, ExecutionException {
    var id = begin(served.gate());
    try (var executor = Executors.newSingleThreadExecutor()) {
      var waits = executor.submit(() -> run("job", "result", brief(id), "--wait", "2"));
      Patience.await(time, Duration.ofMillis(100), waits::isDone, shell::err);
      assertThat(waits.get()).isEqualTo(ExitCode.TIMED_OUT);
    }
    assertThat(shell.err()).isEqualTo("belay: job " + id + " has not ended: running\n");
    assertThat(run("job", "cancel", brief(id), "--reason", "wrong file")).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).isEqualTo(id + " cancelled\n");
    assertThat(run("job", "result", id)).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(shell.err())
        .startsWith("[CANCELLED] Call cancelled by user.")
        .contains("wrong file");

    var slow = begin(ada, "hang_honouring_cancel", "{}");
    served.awaitCalls("hang_honouring_cancel", 1);
    time.advance(Duration.ofMinutes(5));
    assertThat(run("job", "result", slow, "--wait", "60")).isEqualTo(ExitCode.TIMED_OUT);
    assertThat(shell.err()).contains("No progress for 300s");
    for (var odd : List.of("a b", "100%", "../../health", "a-b?c#d")) {
      assertThat(run("job", "show", odd)).as(odd).isEqualTo(ExitCode.ERROR);
      assertThat(shell.err()).isEqualTo("belay: no job " + odd + ". See: belay jobs --all\n");
    }
  }

  @Test
  @DisplayName("Where no gateway runs, it is said how many jobs are stored, and where")
  void stored(@TempDir Path state) throws IOException, InterruptedException, JobStoreException {
    // Nothing listens at port 1.
    shell = new FakeShell().with("BELAY_HTTP_PORT", "1");
    shell.with("XDG_STATE_HOME", state.toString());
    var file = state.resolve("belay/jobs.db");
    assertThat(shell.run("jobs")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err())
        .startsWith("belay: nothing listens at ")
        .endsWith(". No jobs are stored: " + file + " does not exist.\n");
    try (var store = new SqliteJobStore(file.getParent(), 1 << 30, Time.system(), _ -> {})) {
      store.put(job(1, new Job.State.Open(Job.Step.RUNNING, null, Duration.ZERO, null)));
      var end =
          new Job.State.Ended(
              Instant.EPOCH, Job.Ending.FAILED, "", "Why.", null, Duration.ofSeconds(1));
      store.put(job(2, end));
      store.put(job(3, end));
      for (var words : List.of(List.of("jobs"), List.of("job", "show", "7"))) {
        assertThat(shell.run(words.getFirst(), words.subList(1, words.size())))
            .isEqualTo(ExitCode.ERROR);
        assertThat(shell.err())
            .endsWith(
                file
                    + " has 1 open and 2 ended jobs, those of belay wrap among them: start belay"
                    + " serve, and ask again.\n");
      }
    }
  }

  private static Job job(int number, Job.State state) {
    return new Job(
        new CallId("local", 7, number),
        "crawl",
        null,
        "local",
        null,
        Instant.EPOCH,
        Duration.ofMinutes(1),
        Instant.EPOCH.plusSeconds(600),
        state);
  }
}
