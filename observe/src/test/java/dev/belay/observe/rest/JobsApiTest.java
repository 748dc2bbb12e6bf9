package dev.belay.observe.rest;

import static dev.belay.observe.rest.HistoryScene.ADMIN;
import static dev.belay.observe.rest.HistoryScene.ANN;
import static dev.belay.observe.rest.HistoryScene.BOB;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.call.Payload;
import dev.belay.core.job.Estimator;
import dev.belay.core.job.Estimator.Kind;
import dev.belay.core.job.Job;
import dev.belay.gateway.call.Decisions.Decision;
import dev.belay.http.route.Access;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Longer than other files: one interface, and what each kind of caller may see and do. */
@DisplayName("/api/jobs: each sees and steers its own jobs, an admin all")
final class JobsApiTest {
  private static final String NONE = "/api/jobs/local-0123456789abcdef0123456789abcdef";
  private static final EffectiveLimits LIMITS =
      EffectiveLimits.clamped(
          new EffectiveLimits.Part(Duration.ZERO, "test", "--timeout"),
          new EffectiveLimits.Part(Duration.ZERO, "test", "--idle-timeout"));

  private final HistoryScene scene = new HistoryScene(64);
  private final Queue<Decision> decisions = new ConcurrentLinkedQueue<>();
  private final Queue<CallId> fetched = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() throws InterruptedException {
    scene.close();
  }

  /** A job, and what its tool waits for. */
  private record Begun(Call call, CompletableFuture<byte[]> result) {
    String path() {
      return "/api/jobs/" + call.id();
    }

    void end(String json) {
      result.complete(json.getBytes(UTF_8));
    }
  }

  private Begun begin(String principal, String tool) throws InterruptedException {
    var result = new CompletableFuture<byte[]>();
    var runs = new CountDownLatch(1);
    var call =
        scene.governor.start(
            CallRequest.of(tool, Payload.EMPTY).withCaller(Caller.of(principal, null)),
            context -> {
              context.heartbeat("page", 1.0, 3.0);
              runs.countDown();
              var waited = new CountDownLatch(1);
              var _ = result.whenComplete((_, _) -> waited.countDown());
              waited.await();
              return new Payload("result", result.join());
            },
            made -> {
              var _ = made.attach(_ -> {});
            });
    runs.await();
    assertThat(
            scene.jobs.handOff(
                call, LIMITS, Estimator.Expected.NOTHING, Duration.ZERO, null, _ -> Payload.EMPTY))
        .isTrue();
    return new Begun(call, result);
  }

  private void awaitEnd(Begun job) throws InterruptedException {
    var _ = ask(ADMIN, "GET", job.path(), "wait=60", "");
  }

  private Answered ask(
      Access.Known who, String method, String path, @Nullable String query, String body)
      throws InterruptedException {
    var api = new JobsApi(scene.jobs, scene.text, decisions::add, fetched::add);
    return Answered.by(api.routes(Access.everybody(who)), method, path, query, body);
  }

  private Answered get(Access.Known who, String path, @Nullable String query)
      throws InterruptedException {
    return ask(who, "GET", path, query, "");
  }

  private List<String> listed(Access.Known who, @Nullable String query)
      throws InterruptedException {
    var answered = get(who, "/api/jobs", query).given("jobs");
    return answered.at("jobs").items().stream().map(job -> job.at("job_id").text()).toList();
  }

  private static String id(Begun job) {
    return job.call().id().toString();
  }

  @Test
  @DisplayName("An admin sees how long calls take, and how well that was estimated")
  void estimates() throws InterruptedException {
    for (int i = 0; i < 20; i++) {
      scene.jobs.estimator().learn(new Kind("docs", "crawl", 3), Duration.ofSeconds(100), false);
    }
    scene.jobs.estimator().learn(new Kind(null, "index", 0), Duration.ofSeconds(1), false);
    var page = get(ADMIN, "/api/jobs/estimates", null).given("estimates");
    assertThat(page.at("estimates").items())
        .extracting(tool -> tool.at("tool").text())
        .containsExactly("index", "crawl");
    var crawl = page.at("estimates").items().getLast();
    assertThat(crawl.at("server").text()).isEqualTo("docs");
    assertThat(crawl.at("runs").raw()).isEqualTo("19");
    assertThat(Double.parseDouble(crawl.at("half_seconds").raw())).isBetween(80.0, 110.0);
    assertThat(get(ANN, "/api/jobs/estimates", null).refused())
        .isEqualTo("403 what is known of all tools needs the scope admin");
    assertThat(get(ADMIN, "/api/jobs/estimates", "a=1").status).isEqualTo(400);
  }

  @Test
  @DisplayName("A list has one's own jobs, an admin's those of all, the newest first")
  void lists() throws InterruptedException {
    var first = begin("ann", "crawl");
    var second = begin("bob", "crawl");
    var third = begin("ann", "index");
    assertThat(listed(ANN, null)).containsExactly(id(third), id(first));
    assertThat(listed(BOB, null)).containsExactly(id(second));
    assertThat(listed(ADMIN, null)).containsExactly(id(third), id(second), id(first));
    assertThat(listed(ADMIN, "tool=crawl")).containsExactly(id(second), id(first));
    third.end("{\"content\":[]}");
    awaitEnd(third);
    assertThat(listed(ADMIN, "state=ended")).containsExactly(id(third));
    assertThat(listed(ADMIN, "state=open&tool=crawl")).containsExactly(id(second), id(first));
    assertThat(listed(ANN, "state=open")).containsExactly(id(first));
    assertThat(listed(ADMIN, "principal=bob")).containsExactly(id(second));
    assertThat(listed(ANN, "principal=ann&state=open")).containsExactly(id(first));
    assertThat(get(ANN, "/api/jobs", "principal=bob").status).isEqualTo(400);
  }

  @Test
  @DisplayName("Pages have every job once, also where few are wanted")
  void pages() throws InterruptedException {
    var all = new ArrayList<String>();
    for (int i = 0; i < 7; i++) {
      all.addFirst(id(begin("ann", i % 3 == 0 ? "crawl" : "index")));
    }
    for (var tool : List.of("", "&tool=index", "&tool=crawl")) {
      var seen = new ArrayList<String>();
      var query = "limit=2" + tool;
      while (query != null) {
        var page = get(ANN, "/api/jobs", query).json();
        assertThat(page.at("jobs").items()).hasSizeLessThanOrEqualTo(2);
        page.at("jobs").items().forEach(job -> seen.add(job.at("job_id").text()));
        var next = page.at("next").text();
        query = next.isEmpty() ? null : "limit=2" + tool + "&before=" + next;
      }
      assertThat(seen).doesNotHaveDuplicates().isSubsetOf(all);
      assertThat(seen).hasSize(tool.isEmpty() ? 7 : tool.endsWith("crawl") ? 3 : 4);
    }
  }

  @Test
  @DisplayName("A parameter that is wrong is refused with what it may be")
  void wrongParameters() throws InterruptedException {
    for (var limit : List.of("0", "201", "-1", "x", "", "1.5", "99999999999")) {
      assertThat(get(ANN, "/api/jobs", "limit=" + limit).error())
          .isEqualTo("limit is a whole number from 1 to 200, not " + limit);
    }
    assertThat(get(ANN, "/api/jobs", "state=done").error())
        .isEqualTo("state is open or ended, not done");
    for (var cursor : List.of("-7", "0", "%00", "zzzzzzzzzzzzzzzzzzzz")) {
      assertThat(get(ANN, "/api/jobs", "before=" + cursor).error())
          .startsWith("before is the \"next\" of another page, not ");
    }
    assertThat(get(ANN, "/api/jobs", "sate=open").error())
        .isEqualTo("there is no parameter sate; there are limit, before, state, tool, principal");
    assertThat(get(ANN, "/api/jobs", "state").error())
        .isEqualTo("the parameter state has no value");
    for (var wait : List.of("-1", "61", "soon")) {
      assertThat(get(ANN, NONE, "wait=" + wait).error())
          .isEqualTo("wait is a whole number from 0 to 60, not " + wait);
    }
    assertThat(get(ANN, NONE + "/result", "wait=1").error())
        .isEqualTo("there is no parameter wait here");
    assertThat(get(ANN, "/api/jobs", "limit=0").status).isEqualTo(400);
  }

  @Test
  @DisplayName("Who waits for a job is answered when it ends, or when the time is over")
  void waits() throws InterruptedException {
    var job = begin("ann", "crawl");
    var over = new CompletableFuture<Answered>();
    Thread.startVirtualThread(() -> asked(job, over));
    while (scene.time.armedTimers() == 0) {
      Thread.onSpinWait();
    }
    assertThat(over).isNotDone();
    scene.time.advance(Duration.ofSeconds(60));
    assertThat(over.join().json().at("status").text()).isEqualTo("running");

    var ended = new CompletableFuture<Answered>();
    Thread.startVirtualThread(() -> asked(job, ended));
    while (scene.time.armedTimers() == 0) {
      Thread.onSpinWait();
    }
    job.end("{\"content\":[]}");
    assertThat(ended.join().json().at("status").text()).isEqualTo("completed");
  }

  private void asked(Begun job, CompletableFuture<Answered> answer) {
    try {
      answer.complete(get(ANN, job.path(), "wait=60"));
    } catch (InterruptedException e) {
      answer.completeExceptionally(e);
    }
  }

  @Test
  @DisplayName(
      "A job has the fields that its client is told; its result is the tool's own, and counts as"
          + " fetched where the job's own principal has got it")
  void fetched() throws InterruptedException {
    var job = begin("ann", "crawl");
    var running = get(ANN, job.path(), null).given("job");
    assertThat(running.at("status").text()).isEqualTo("running");
    assertThat(running.at("message").text()).isEqualTo("page");
    assertThat(running.at("total").raw()).isEqualTo("3");
    assertThat(running.at("principal").text()).isEqualTo("ann");
    assertThat(get(ANN, job.path() + "/result", null).refused())
        .isEqualTo("409 the job has not ended; GET " + job.path() + "?wait=60 waits for its end");
    job.end("{\"content\": [], \"x\":1.0}");
    awaitEnd(job);
    assertThat(get(BOB, job.path() + "/result", null).status).isEqualTo(404);
    assertThat(get(ADMIN, job.path() + "/result", null).status).isEqualTo(200);
    var ended = get(ANN, job.path(), null).given("job");
    assertThat(ended.at("status").text()).isEqualTo("completed");
    assertThat(ended.at("ended").text()).endsWith("Z");
    assertThat(fetched).isEmpty();
    var result = get(ANN, job.path() + "/result", null);
    assertThat(result.status).isEqualTo(200);
    assertThat(result.body()).isEqualTo("{\"content\": [], \"x\":1.0}");
    assertThat(fetched).containsExactly(job.call().id());
  }

  @Test
  @DisplayName("A cancel ends a job and is written down with its reason; twice is too late")
  void cancels() throws InterruptedException {
    var job = begin("ann", "crawl");
    assertThat(ask(ANN, "POST", job.path() + "/cancel", null, "[]").status).isEqualTo(400);
    var cancelled =
        ask(ADMIN, "POST", job.path() + "/cancel", null, "{\"reason\":\"wrong file\"}")
            .given("job");
    assertThat(cancelled.at("status").text()).isEqualTo("cancelled");
    assertThat(cancelled.at("message").text()).contains("root: wrong file");
    assertThat(ask(ANN, "POST", job.path() + "/cancel", null, "").status).isEqualTo(200);
    assertThat(decisions)
        .containsExactly(
            new Decision("cancel", "cancelled", "root", id(job), "wrong file"),
            new Decision("cancel", "too late", "ann", id(job), ""));
    var result = get(ANN, job.path() + "/result", null).json();
    assertThat(result.at("isError").raw()).isEqualTo("true");
    assertThat(result.at("_meta", "dev.belay/outcome", "outcome").text()).isEqualTo("cancelled");
    assertThat(scene.jobs.ended(Job.Ending.CANCELLED)).isEqualTo(1);
  }

  @Test
  @DisplayName("An ended job is forgotten, an open one stays, and the way to its end is named")
  void forgets() throws InterruptedException {
    var job = begin("ann", "crawl");
    assertThat(ask(ANN, "DELETE", job.path(), null, "").refused())
        .startsWith("409 ")
        .endsWith("POST " + job.path() + "/cancel ends it");
    job.end("{}");
    awaitEnd(job);
    var _ = ask(ANN, "DELETE", job.path(), null, "").given("job");
    assertThat(get(ANN, job.path(), null).status).isEqualTo(404);
    assertThat(ask(ANN, "DELETE", job.path(), null, "").status).isEqualTo(404);
    assertThat(decisions).containsExactly(new Decision("job", "forgotten", "ann", id(job), ""));
  }

  @Test
  @DisplayName("A store that fails is said to, and counted; what runs is seen all the same")
  void storeFails() throws InterruptedException {
    var ended = begin("ann", "crawl");
    ended.end("{}");
    awaitEnd(ended);
    scene.sweeps.acquire(); // the last thing that its end does; broken, it would fail and count
    scene.isStoreBroken = true;
    var open = begin("ann", "crawl");
    assertThat(get(ANN, open.path(), null).status).isEqualTo(200);
    long before = scene.jobs.storeFailures();
    for (var path : List.of("/api/jobs", ended.path(), ended.path() + "/result")) {
      assertThat(get(ANN, path, null).refused())
          .isEqualTo("503 jobs cannot be reached: The disk is full. Ask again later.");
    }
    assertThat(scene.jobs.storeFailures()).isEqualTo(before + 3);

    open.end("{}");
    awaitEnd(open);
    assertThat(ask(ANN, "DELETE", open.path(), null, "").refused())
        .startsWith("503 ")
        .contains("The end of the job is not stored yet.");
    scene.isStoreBroken = false;
    assertThat(listed(ANN, "state=ended")).contains(id(open));
  }

  @Test
  @DisplayName("Another's job and one that there is not are refused alike, and it goes on")
  void foreign() throws InterruptedException {
    var job = begin("ann", "crawl");
    for (var end : List.of("GET ", "GET /result", "POST /cancel", "DELETE ")) {
      var method = end.split(" ", -1)[0];
      var rest = end.split(" ", -1)[1];
      for (var path : List.of(job.path(), NONE, "/api/jobs/x", "/api/jobs/%00")) {
        assertThat(ask(BOB, method, path + rest, null, "").refused())
            .as(method + path + rest)
            .isEqualTo("404 there is no such job; GET /api/jobs lists those there are");
      }
    }
    assertThat(get(BOB, job.path(), "wait=60").status).as("at once").isEqualTo(404);
    assertThat(job.call().outcome()).isEmpty();
    assertThat(decisions).isEmpty();
  }
}
