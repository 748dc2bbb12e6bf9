package dev.belay.observe.rest;

import static dev.belay.observe.rest.HistoryScene.ADMIN;
import static dev.belay.observe.rest.HistoryScene.ANN;
import static dev.belay.observe.rest.HistoryScene.BOB;
import static dev.belay.observe.rest.HistoryScene.settled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Payload;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.journal.CallEvent;
import dev.belay.testkit.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("/api/history/{id}: what happened to one call, as far as it is remembered")
final class CallStoryTest {
  private final HistoryScene scene = new HistoryScene(2_048);

  @AfterEach
  void close() throws InterruptedException {
    scene.close();
  }

  private static List<String> events(Json story) {
    return story.at("events").items().stream().map(event -> event.at("event").text()).toList();
  }

  @Test
  @DisplayName("Its events are those of the journal, in order, among those of others")
  void story() throws InterruptedException {
    var call = scene.call("ann", "docs", "read");
    scene.tell(
        call,
        new CallEvent.Accepted(),
        new CallEvent.Waiting("lane"),
        new CallEvent.Running(Duration.ofSeconds(5), Duration.ZERO));
    var _ = scene.completed("bob");
    scene.tell(
        call,
        new CallEvent.Beat("page", 1.0, 2.5),
        new CallEvent.Held("question"),
        new CallEvent.Released("question"),
        new CallEvent.LimitsReplaced(Duration.ofSeconds(9), Duration.ZERO, "ann"),
        new CallEvent.Retrying(2, "gone", Duration.ofMillis(200)),
        new CallEvent.Shared("local-0"),
        new CallEvent.HandedOff(),
        settled("cancelled", "user", "ann: wrong folder"),
        new CallEvent.Stopped("killed"),
        new CallEvent.LateResult());
    var story = scene.story(ANN, call.id());
    assertThat(story.at("outcome").text()).isEqualTo("cancelled");
    assertThat(story.at("by").text()).isEqualTo("ann: wrong folder");
    assertThat(story.at("gap").raw()).isEqualTo("false");
    assertThat(story.at("left_out").raw()).isEqualTo("0");
    assertThat(story.at("as_of").text()).isEqualTo("0a1b2c3d-14");
    assertThat(story.at("events").raw())
        .isEqualTo(
            """
            [{"at":"1970-01-01T00:00:00Z","event":"accepted"},\
            {"at":"1970-01-01T00:00:01Z","event":"waiting","gate":"lane"},\
            {"at":"1970-01-01T00:00:02Z","event":"running","timeout_s":5,"idle_timeout_s":null},\
            {"at":"1970-01-01T00:00:05Z","event":"beat","message":"page","done":1,"total":2.5},\
            {"at":"1970-01-01T00:00:06Z","event":"held","reason":"question"},\
            {"at":"1970-01-01T00:00:07Z","event":"released","reason":"question"},\
            {"at":"1970-01-01T00:00:08Z","event":"limits_replaced","timeout_s":9,\
            "idle_timeout_s":null,"by":"ann"},\
            {"at":"1970-01-01T00:00:09Z","event":"retrying","attempt":2,"reason":"gone",\
            "pause_s":0.200},\
            {"at":"1970-01-01T00:00:10Z","event":"shared","of":"local-0"},\
            {"at":"1970-01-01T00:00:11Z","event":"handed_off"},\
            {"at":"1970-01-01T00:00:12Z","event":"settled","outcome":"cancelled",\
            "detail":"user","by":"ann: wrong folder","waited_s":1,"ran_s":0.500},\
            {"at":"1970-01-01T00:00:13Z","event":"stopped","step":"killed"},\
            {"at":"1970-01-01T00:00:14Z","event":"late_result"}]\
            """);
  }

  @Test
  @DisplayName(
      "It is the caller's own, an admin's, and nobody else's; the unknown is like another's")
  void sight() throws InterruptedException, JobStoreException {
    var call = scene.completed("ann").id();
    var job = scene.job("ann", "crawl", Job.Ending.COMPLETED);
    for (var id : List.of(call, job)) {
      assertThat(scene.story(ADMIN, id).at("id").text()).isEqualTo(id);
      assertThat(scene.story(ANN, id).at("id").text()).isEqualTo(id);
      assertThat(scene.get(BOB, "/api/history/" + id, null).status).isEqualTo(404);
    }
    for (var id : List.of("x", "local-0123456789abcdef0123456789abcdef", "%00")) {
      var unknown = scene.get(ADMIN, "/api/history/" + id, null);
      assertThat(unknown.status).isEqualTo(404);
      assertThat(unknown.error())
          .isEqualTo("no such call; GET /api/history lists those that are remembered");
    }
    assertThat(scene.get(ANN, "/api/history/" + call, "wait=1").error())
        .isEqualTo("there is no parameter wait here");
  }

  @Test
  @DisplayName("A story whose beginning has left the journal says so; one that is gone is unknown")
  void gap() throws InterruptedException {
    var call = scene.call("ann", "docs", "read");
    scene.tell(
        call, new CallEvent.Accepted(), new CallEvent.HandedOff(), settled("failed", "TOOL", ""));
    scene.tell(call, new CallEvent.Stopped("told"));
    var other = scene.call("bob", "docs", "read");
    for (int i = 0; i < 2_046; i++) {
      scene.journal.publish(other.subject(), new CallEvent.Beat(null, 1.0, null));
    }
    var story = scene.story(ANN, call.id());
    assertThat(story.at("gap").raw()).isEqualTo("true");
    assertThat(events(story)).containsExactly("settled", "stopped");
    assertThat(story.at("outcome").text()).isEqualTo("failed");
    scene.journal.publish(other.subject(), new CallEvent.Beat(null, 1.0, null));
    assertThat(scene.get(ANN, "/api/history/" + call.id(), null).status)
        .as("without its end, it could be taken for one that runs")
        .isEqualTo(404);
  }

  @Test
  @DisplayName("A call that runs has its story so far, also if nothing of it is in the journal")
  void running() throws InterruptedException {
    var runs = new CountDownLatch(1);
    var call =
        scene.governor.start(
            CallRequest.of("crawl", Payload.EMPTY).withCaller(Caller.of("ann", null)),
            _ -> {
              runs.countDown();
              new CountDownLatch(1).await();
              return Payload.EMPTY;
            });
    runs.await();
    var silent = scene.story(ANN, call.id().toString());
    assertThat(silent.at("outcome").raw()).isEqualTo("null");
    assertThat(silent.at("gap").raw()).isEqualTo("true");
    assertThat(silent.at("accepted_at").text()).isEqualTo(call.info().acceptedAt().toString());
    assertThat(silent.at("attempts").raw()).isEqualTo("1");
    assertThat(scene.get(BOB, "/api/history/" + call.id(), null).status).isEqualTo(404);

    var told = new HistoryScene.Told(call.id().toString(), "crawl", null, "ann");
    scene.tell(told, new CallEvent.Beat("page", null, null));
    var story = scene.story(ANN, call.id().toString());
    assertThat(story.at("outcome").raw()).isEqualTo("null");
    assertThat(story.at("ended_at").raw()).isEqualTo("null");
    assertThat(story.at("accepted_at").text()).isEqualTo(call.info().acceptedAt().toString());
    assertThat(events(story)).containsExactly("beat");
    assertThat(scene.get(BOB, "/api/history/" + call.id(), null).status).isEqualTo(404);
  }

  @Test
  @DisplayName("A job of the store has its row, and a gap for its story")
  void job() throws InterruptedException, JobStoreException {
    var job = scene.job("ann", "crawl", Job.Ending.TIMED_OUT);
    var story = scene.story(ANN, job);
    assertThat(story.at("outcome").text()).isEqualTo("timed_out");
    assertThat(story.at("gap").raw()).isEqualTo("true");
    assertThat(story.at("events").raw()).isEqualTo("[]");
    scene.isStoreBroken = true;
    assertThat(scene.get(ANN, "/api/history/" + job, null).status).isEqualTo(503);
  }

  @Test
  @DisplayName("Of a long story the beginning and the end are told, and how much is not")
  void longStory() throws InterruptedException {
    var call = scene.call("ann", "docs", "read");
    scene.tell(call, new CallEvent.Accepted());
    for (int i = 1; i <= 1_500; i++) {
      scene.tell(call, new CallEvent.Beat(null, (double) i, null));
    }
    scene.tell(call, settled("completed", "", ""));
    var story = scene.story(ANN, call.id());
    assertThat(story.at("events").items()).hasSize(CallStory.MOST);
    assertThat(story.at("left_out").raw()).isEqualTo("502");
    assertThat(events(story)).startsWith("accepted").endsWith("settled");
    var told = story.at("events").items();
    assertThat(told.get(CallStory.FIRST - 1).at("done").raw()).isEqualTo("99");
    assertThat(told.get(CallStory.FIRST).at("done").raw()).isEqualTo("602");
  }

  @Test
  @DisplayName("A story is bounded in its size")
  void size() throws InterruptedException {
    var call = scene.call("ann", "docs", "read");
    scene.tell(call, new CallEvent.Accepted());
    for (int i = 0; i < 500; i++) {
      scene.tell(call, new CallEvent.Beat("\u0001".repeat(1_000), null, null));
    }
    scene.tell(call, settled("completed", "", ""));
    var answered = scene.get(ANN, "/api/history/" + call.id(), null);
    assertThat(answered.body().length()).isLessThan((1 << 20) + 5_000);
    assertThat(events(answered.json())).startsWith("accepted").endsWith("settled");
    assertThat(Integer.parseInt(answered.json().at("left_out").raw())).isGreaterThan(300);
  }
}
