package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.command.Subcommands;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.call.CallId;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.store.sqlite.SqliteJobStore;
import dev.belay.testbed.fault.Gate;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Jobs of a gateway are seen and steered over HTTP and from a terminal")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class JobsSeenTest {
  private static final String ADA = "adas-token-0123456789";
  private static final String BOB = "bobs-token-0123456789";
  private static final String ALWAYS = "{\"job\":\"always\"}";

  private final Traffic traffic = new Traffic();
  private Served served;
  private ScriptedHttpClient ada;
  private ScriptedHttpClient bob;
  private FakeShell shell = new FakeShell();

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served =
        Serve.process()
            .outside("BELAY_TOKENS", "ada: " + ADA + "\nbob: " + BOB + "\n")
            .auth("{\"tokens\":{\"env\":\"BELAY_TOKENS\"}}")
            .tool("sleep", ALWAYS)
            .tool("hang_honouring_cancel", "{\"job\":\"always\",\"timeout\":1}")
            .start();
    ada = served.modern().always("Authorization", "Bearer " + ADA);
    bob = served.modern().always("Authorization", "Bearer " + BOB);
  }

  @AfterEach
  void close() throws IOException {
    served.close();
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
    return traffic.send(client, client.bare(method).to("/api/jobs" + path));
  }

  private static Json json(HttpAnswer answer) throws InterruptedException {
    return Json.parse(answer.body());
  }

  private ExitCode run(String... words) throws IOException, InterruptedException {
    return runWith(served.environment(), words);
  }

  private ExitCode runWith(Map<String, String> environment, String... words)
      throws IOException, InterruptedException {
    shell = new FakeShell();
    environment.forEach(shell::with);
    var rest = new ArrayList<>(List.of(words).subList(1, words.length));
    rest.addAll(List.of("--url", served.url().toString()));
    return Objects.requireNonNull(Subcommands.run(words[0], rest, shell.shell()));
  }

  @Test
  @DisplayName("A job is listed, awaited until its end, read and forgotten, as it is published")
  void overHttp() throws IOException, InterruptedException {
    var gate = served.gate();
    var events = ada.send(ada.get().to("/api/events"));
    assertThat(events.head().isEventStream()).isTrue();
    var id = begin(gate);
    var handedOff = events.awaitEvent(event -> event.type().equals("handed_off"));
    assertThat(Json.parse(handedOff.data()).at("call", "id").text()).isEqualTo(id);
    events.line().close();
    var listed = json(ask(ada, "GET", "?state=open&tool=sleep")).at("jobs").items();
    assertThat(listed).hasSize(1);
    assertThat(listed.getFirst().at("job_id").text()).isEqualTo(id);
    assertThat(listed.getFirst().at("server").text()).isEqualTo("faulty");
    assertThat(ask(ada, "GET", "/" + id + "/result").status()).isEqualTo(409);
    assertThat(ask(ada, "DELETE", "/" + id).status()).isEqualTo(409);

    var waits = ask(ada, "GET", "/" + id + "?wait=60");
    gate.open();
    assertThat(json(waits).at("status").text()).isEqualTo("completed");

    var result = json(ask(ada, "GET", "/" + id + "/result"));
    assertThat(result.at("content").items().getFirst().at("text").text()).isEqualTo("slept");
    var health = ada.send(ada.bare("GET").to("/health"));
    assertThat(json(health).at("jobs").raw()).isEqualTo("{\"open\":0}");
    assertThat(ask(ada, "DELETE", "/" + id).status()).isEqualTo(200);
    assertThat(ask(ada, "GET", "/" + id).status()).isEqualTo(404);
    assertThat(ask(ada, "GET", "?limit=0").status()).isEqualTo(400);
    try (var open = Serve.process().auth("{\"mode\":\"none\"}").start()) {
      traffic.assertIsAs(Published.by(open.modern()));
    }
  }

  @Test
  @DisplayName("Another's job is none, over HTTP and from a terminal; the owner sees all")
  void foreign() throws IOException, InterruptedException {
    var gate = served.gate();
    var id = begin(gate);
    for (var ask : List.of("GET /", "DELETE /", "GET /result", "POST /cancel")) {
      var parts = ask.split(" ", -1);
      var rest = parts[1].length() == 1 ? "" : parts[1];
      assertThat(ask(bob, parts[0], "/" + id + rest).status()).as(ask).isEqualTo(404);
    }
    assertThat(json(ask(bob, "GET", "")).at("jobs").items()).isEmpty();
    var asBob = Map.of("BELAY_TOKEN", BOB);
    assertThat(runWith(asBob, "jobs", "--quiet")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEmpty();
    assertThat(runWith(asBob, "job", "cancel", id)).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).isEqualTo("belay: no job " + id + ". See: belay jobs --all\n");

    for (var option : List.of("--tool=other", "--principal=bob")) {
      assertThat(run("jobs", "--quiet", option)).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).as(option).isEmpty();
    }
    assertThat(run("jobs", "--tool", "sleep", "--principal", "ada")).isEqualTo(ExitCode.OK);
    assertThat(shell.out().lines()).hasSize(2);
    assertThat(run("jobs")).isEqualTo(ExitCode.OK);
    assertThat(shell.out().lines().toList().getLast())
        .containsPattern("^[0-9a-f]{8}  sleep  faulty  ada +running +\\S+ +\\S+Z$");
    gate.open();
  }

  @Test
  @DisplayName("A result is printed as belay call prints it, once it is there")
  void results() throws IOException, InterruptedException {
    var gate = served.gate();
    var id = begin(gate);
    var brief = id.substring(id.lastIndexOf('-') + 1, id.lastIndexOf('-') + 9);
    assertThat(run("job", "show", brief)).isEqualTo(ExitCode.OK);
    assertThat(shell.out())
        .startsWith("job        " + id + "\ntool       sleep\nserver     faulty\n")
        .contains("status     running\n", "belay job result " + brief + " --wait 60");
    assertThat(run("job", "result", brief)).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err())
        .isEqualTo(
            "belay: job "
                + id
                + " has not ended: running. To wait for its result: --wait SECONDS\n");
    assertThat(run("job", "result", brief, "--wait", "0.2")).isEqualTo(ExitCode.TIMED_OUT);
    assertThat(shell.err()).isEqualTo("belay: job " + id + " has not ended: running\n");

    gate.open();
    assertThat(run("job", "result", brief, "--wait", "60")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo("slept\n");
    assertThat(run("job", "result", id, "--json")).isEqualTo(ExitCode.OK);
    assertThat(Json.parse(shell.out()).at("content").items()).hasSize(1);
    assertThat(run("jobs", "--quiet")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEmpty();
    assertThat(run("jobs", "--all", "--json")).isEqualTo(ExitCode.OK);
    assertThat(Json.parse(shell.out()).at("jobs").items().getFirst().at("status").text())
        .isEqualTo("completed");
  }

  @Test
  @DisplayName("A result that was read counts as fetched: the same call runs again")
  void fetched() throws IOException, InterruptedException {
    var gate = served.gate();
    var id = begin(gate);
    gate.open();
    var asAda = Map.of("BELAY_TOKEN", ADA);
    assertThat(runWith(asAda, "job", "result", id, "--wait", "60")).isEqualTo(ExitCode.OK);
    assertThat(begin(gate)).isNotEqualTo(id);
  }

  @Test
  @DisplayName(
      "A job is cancelled by its first digits; how it ended is the exit code of its result")
  void cancels() throws IOException, InterruptedException {
    var id = begin(served.gate());
    var brief = id.substring(id.lastIndexOf('-') + 1, id.lastIndexOf('-') + 9);
    assertThat(run("job", "cancel", brief, "--reason", "wrong file")).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).isEqualTo(id + " cancelled\n");
    assertThat(run("job", "cancel", id)).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).isEqualTo(id + " had ended already: cancelled\n");
    assertThat(run("job", "result", id)).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(shell.err())
        .startsWith("[CANCELLED] Call cancelled by user.")
        .contains("wrong file");

    var slow = begin(ada, "hang_honouring_cancel", "{}");
    assertThat(run("job", "result", slow, "--wait", "60")).isEqualTo(ExitCode.TIMED_OUT);
    assertThat(shell.err()).contains("1s");
    for (var odd : List.of("feedbeef", "a b", "100%", "../../health", "a-b?c#d")) {
      assertThat(run("job", "show", odd)).as(odd).isEqualTo(ExitCode.ERROR);
      assertThat(shell.err()).isEqualTo("belay: no job " + odd + ". See: belay jobs --all\n");
    }
  }

  @Test
  @DisplayName("What is known of how long calls take is shown to an admin, by tool")
  void estimates() throws IOException, InterruptedException {
    var gate = served.gate();
    var id = begin(gate);
    gate.open();
    assertThat(run("job", "result", id, "--wait", "60")).isEqualTo(ExitCode.OK);
    assertThat(run("jobs", "--estimates")).isEqualTo(ExitCode.OK);
    assertThat(shell.out().lines().toList().getFirst())
        .isEqualTo("TOOL   SERVER  RUNS  HALF  9 IN 10  ENDED IN HALF  ENDED IN 9/10");
    assertThat(shell.out().lines().toList().getLast())
        .isEqualTo("sleep  faulty  1     -     -        -              -");
    assertThat(run("jobs", "--estimates", "--json")).isEqualTo(ExitCode.OK);
    assertThat(Json.parse(shell.out()).at("estimates").items()).hasSize(1);
    assertThat(run("jobs", "--estimates", "--all")).isEqualTo(ExitCode.USAGE);
    assertThat(runWith(Map.of("BELAY_TOKEN", BOB), "jobs", "--estimates"))
        .isEqualTo(ExitCode.ERROR);
  }

  @Test
  @DisplayName("Where no gateway runs, it is said how many jobs are stored, and where")
  void stored(@TempDir Path state) throws IOException, InterruptedException, JobStoreException {
    var port = "BELAY_HTTP_PORT";
    try (var socket = new ServerSocket(0)) {
      shell = new FakeShell().with(port, Integer.toString(socket.getLocalPort()));
    }
    shell.with("XDG_STATE_HOME", state.toString());
    var file = state.resolve("belay/jobs.db");
    assertThat(Subcommands.run("jobs", List.of(), shell.shell())).isEqualTo(ExitCode.ERROR);
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
        assertThat(Subcommands.run(words.getFirst(), words.subList(1, words.size()), shell.shell()))
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

  @Test
  @DisplayName("Metrics count jobs that are open, were handed off, and have ended")
  void metrics() throws IOException, InterruptedException {
    var client = served.modern();
    var gate = served.gate();
    var id = begin(gate);
    Patience.await(
        () -> {
          var page = client.send(client.bare("GET").to("/metrics")).body();
          return page.contains("belay_jobs_open 1.0")
              && page.contains("belay_calls_handed_off_total{upstream=\"faulty\"} 1.0")
              && page.contains("belay_jobs_total{outcome=\"completed\"} 0.0")
              && page.contains("belay_jobs_store_failures_total 0.0");
        },
        () -> "no job is counted");
    gate.open();
    assertThat(json(ask(ada, "GET", "/" + id + "?wait=60")).at("status").text())
        .isEqualTo("completed");
    assertThat(client.send(client.bare("GET").to("/metrics")).body())
        .contains("belay_jobs_open 0.0", "belay_jobs_total{outcome=\"completed\"} 1.0");
  }
}
