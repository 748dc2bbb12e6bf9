package dev.belay.observe.rest;

import static dev.belay.observe.rest.HistoryScene.ADMIN;
import static dev.belay.observe.rest.HistoryScene.ANN;
import static dev.belay.observe.rest.HistoryScene.BOB;
import static dev.belay.observe.rest.HistoryScene.settled;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallId;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Payload;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.journal.CallEvent;
import dev.belay.tools.run.ToolRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("/api/history: calls that ended, from the journal, and older ones from the jobs")
final class HistoryApiTest {
  private final HistoryScene scene = new HistoryScene(64);

  @AfterEach
  void close() throws InterruptedException {
    scene.close();
  }

  @Test
  @DisplayName("A row has all that the journal says of a call")
  void row() throws InterruptedException {
    var call = scene.call("ann", "docs", "read");
    scene.tell(
        call,
        new CallEvent.Accepted(),
        new CallEvent.Running(Duration.ofSeconds(5), Duration.ZERO),
        new CallEvent.Retrying(2, "gone", Duration.ZERO),
        new CallEvent.HandedOff(),
        settled("timed out", "idle", ""),
        new CallEvent.Stopped("told"),
        new CallEvent.LateResult());
    assertThat(scene.page(ADMIN, null).raw())
        .isEqualTo(
            """
            {"calls":[{"id":"%s","tool":"read","upstream":"docs","principal":"ann",\
            "client":"cursor","turn":"turn-1","outcome":"timed_out","detail":"idle","by":null,\
            "accepted_at":"1970-01-01T00:00:00Z","ended_at":"1970-01-01T00:00:04Z",\
            "waited_s":1,"ran_s":0.500,"attempts":2,"shared_of":null,"handed_off":true,\
            "stopped":"told","late_result":true,"arguments":null}],\
            "next":null,"since":"1970-01-01T00:00:00Z","audit":"/var/log/belay/audit.jsonl"}\
            """
                .formatted(call.id()));
  }

  @Test
  @DisplayName("What a call was asked is shown while that is remembered, without its secrets")
  void arguments() throws InterruptedException {
    var call = scene.call("ann", null, "read");
    var asked = "{\"path\":\"a.txt\",\"token\":\"s3cret\"}".getBytes(UTF_8);
    scene
        .governor
        .start(
            CallRequest.of("read", new Payload(ToolRunner.DIALECT, asked))
                .withId(CallId.parse(call.id()).orElseThrow()),
            _ -> Payload.EMPTY)
        .join();
    scene.tell(call, new CallEvent.Accepted(), settled("completed", "", ""));
    var line = "path=\"a.txt\", token=[redacted]";
    assertThat(scene.page(ADMIN, null).at("calls").items().getFirst().at("arguments").text())
        .isEqualTo(line);
    assertThat(scene.story(ADMIN, call.id()).at("arguments").text()).isEqualTo(line);
  }

  @Test
  @DisplayName("A result that reports an error is told from one that does not")
  void error() throws InterruptedException {
    var good = scene.completed("ann");
    var bad = scene.ended("ann", "docs", "read", "completed", "error", "");
    scene.ended("ann", "docs", "read", "failed", "TOOL", "");
    assertThat(scene.listed(ADMIN, "outcome=error")).containsExactly(bad.id());
    assertThat(scene.listed(ADMIN, "cause=error")).containsExactly(bad.id());
    assertThat(scene.listed(ADMIN, "outcome=completed")).containsExactly(bad.id(), good.id());
  }

  @Test
  @DisplayName("What runs is not in it; without calls there is nothing, not even a time")
  void onlyEnded() throws InterruptedException {
    assertThat(scene.page(ANN, null).raw())
        .isEqualTo("{\"calls\":[],\"next\":null,\"since\":null,\"audit\":null}");
    scene.tell(scene.call("ann", "docs", "read"), new CallEvent.Accepted());
    assertThat(scene.listed(ANN, null)).isEmpty();
  }

  @Test
  @DisplayName("Each sees its own calls, an admin all, in the order in which they ended")
  void sight() throws InterruptedException {
    var slow = scene.call("ann", "docs", "read");
    scene.tell(slow, new CallEvent.Accepted());
    var quick = scene.completed("ann");
    var other = scene.completed("bob");
    scene.tell(slow, settled("completed", "", ""));
    assertThat(scene.listed(ADMIN, null)).containsExactly(slow.id(), other.id(), quick.id());
    assertThat(scene.listed(ANN, null)).containsExactly(slow.id(), quick.id());
    assertThat(scene.listed(BOB, null)).containsExactly(other.id());
    assertThat(scene.listed(ADMIN, "principal=bob")).containsExactly(other.id());
    assertThat(scene.listed(BOB, "principal=bob")).containsExactly(other.id());
    assertThat(scene.get(BOB, "/api/history", "principal=ann").error())
        .isEqualTo("the calls of other principals need the scope admin");
    assertThat(scene.page(ANN, null).at("audit").raw()).as("for admins alone").isEqualTo("null");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "tool=read,               read",
    "tool=READ_,              ''",
    "tool=docs__,             read write index crawl",
    "tool=r*d,                read",
    "tool=docs__w*,           write",
    "tool=r?ad,               read",
    "tool=rea*x,              ''",
    "server=docs,             read write index crawl",
    "server=doc,              ''",
    "outcome=timed_out,       write",
    "outcome=cancelled,       index",
    "cause=client+gone,       index",
    "cause=Client_Gone,       index",
    "cause=client,            ''",
    "cause=tool,              crawl",
    "q=wrong+folder,          index",
    "q=TOTAL,                 write",
    "q=s__cr,                 crawl",
    "q=docs&outcome=failed,   crawl",
    "client=cursor,           read write index crawl",
    "client=curs,             ''",
  })
  @DisplayName("Each parameter selects what it names")
  void filters(String query, String tools) throws InterruptedException {
    var _ = scene.ended("ann", "docs", "read", "completed", "", "");
    var _ = scene.ended("ann", "docs", "write", "timed out", "total", "");
    var _ = scene.ended("ann", "docs", "index", "cancelled", "client gone", "ann: Wrong Folder");
    var _ = scene.ended("ann", "docs", "crawl", "failed", "TOOL", "");
    var found =
        scene.page(ANN, query).at("calls").items().stream()
            .map(call -> call.at("tool").text())
            .toList();
    assertThat(found.reversed())
        .isEqualTo(tools.isEmpty() ? List.of() : List.of(tools.split(" ", -1)));
  }

  @Test
  @DisplayName("Pages have every call once, in order, also while further calls end")
  void pages() throws InterruptedException, JobStoreException {
    var all = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      all.addFirst(scene.job("ann", "crawl", Job.Ending.COMPLETED));
    }
    scene.time.advance(Duration.ofSeconds(1));
    for (int i = 0; i < 7; i++) {
      all.addFirst(scene.completed(i == 3 ? "bob" : "ann").id());
    }
    var seen = new ArrayList<String>();
    String query = "limit=2";
    while (query != null) {
      var page = scene.page(ADMIN, query);
      var ids = HistoryScene.idsIn(page);
      assertThat(ids).hasSizeLessThanOrEqualTo(2);
      seen.addAll(ids);
      var _ = scene.completed("ann");
      var next = page.at("next").text();
      query = next.isEmpty() ? null : "limit=2&before=" + next;
    }
    assertThat(seen).isEqualTo(all);
  }

  @Test
  @DisplayName("What leaves the journal between two pages, and is a job, comes once")
  void jobsThatLeaveTheJournal() throws InterruptedException, JobStoreException {
    var ids = new ArrayList<String>();
    for (int i = 0; i < 4; i++) {
      var call = scene.call("ann", "docs", "crawl");
      scene.tell(
          call, new CallEvent.Accepted(), new CallEvent.HandedOff(), settled("completed", "", ""));
      scene.put(CallId.parse(call.id()).orElseThrow(), "ann", "crawl", Job.Ending.COMPLETED);
      ids.addFirst(call.id());
    }
    assertThat(scene.listed(ANN, null)).as("in the journal and in the store").isEqualTo(ids);
    var first = scene.page(ANN, "limit=2");
    assertThat(HistoryScene.idsIn(first)).isEqualTo(ids.subList(0, 2));
    for (int i = 0; i < 64; i++) {
      scene.tell(scene.call("bob", "docs", "read"), new CallEvent.Accepted());
    }
    var second = scene.page(ANN, "limit=2&before=" + first.at("next").text());
    assertThat(HistoryScene.idsIn(second)).isEqualTo(ids.subList(2, 4));
  }

  @Test
  @DisplayName("The last page is told by having no next, without jobs as well")
  void lastPage() throws InterruptedException {
    var one = scene.completed("ann");
    var two = scene.completed("ann");
    var whole = scene.page(ANN, "limit=2");
    assertThat(HistoryScene.idsIn(whole)).containsExactly(two.id(), one.id());
    assertThat(whole.at("next").raw()).isEqualTo("null");
  }

  @Test
  @DisplayName("Of calls whose events are gone only jobs are left, and since says from when on")
  void olderThanTheJournal() throws InterruptedException, JobStoreException {
    var job = scene.job("ann", "crawl", Job.Ending.FAILED);
    var lost = scene.job("ann", "crawl", Job.Ending.LOST);
    var _ = scene.job("bob", "crawl", Job.Ending.COMPLETED);
    var _ = scene.completed("ann");
    var half = scene.call("ann", "docs", "read");
    scene.tell(half, new CallEvent.Accepted());
    for (int i = 0; i < 63; i++) {
      scene.tell(half, new CallEvent.Beat("page", null, null));
    }
    scene.tell(half, settled("completed", "", ""));
    var page = scene.page(ANN, null);
    assertThat(HistoryScene.idsIn(page)).containsExactly(half.id(), lost, job);
    assertThat(page.at("since").text()).isEqualTo("1970-01-01T00:00:03Z");
    var rows = page.at("calls").items();
    assertThat(rows.getFirst().at("attempts").raw()).as("its beginning is gone").isEqualTo("null");
    assertThat(rows.getFirst().at("accepted_at").text())
        .as("as its end tells")
        .isEqualTo("1970-01-01T00:01:04.500Z");
    assertThat(rows.getLast().raw())
        .isEqualTo(
            """
            {"id":"%s","tool":"crawl","upstream":"docs","principal":"ann","client":null,\
            "turn":null,"outcome":"failed","detail":"TOOL","by":null,\
            "accepted_at":"1969-12-31T23:58:50Z","ended_at":"1970-01-01T00:00:00Z",\
            "waited_s":10,"ran_s":60,"attempts":null,"shared_of":null,"handed_off":true,\
            "stopped":null,"late_result":false,"arguments":null}\
            """
                .formatted(job));
    assertThat(scene.listed(ANN, "outcome=lost")).containsExactly(lost);
  }

  @Test
  @DisplayName("Where the store fails the journal is shown, and the page behind it says why not")
  void storeFails() throws InterruptedException {
    var call = scene.completed("ann");
    scene.isStoreBroken = true;
    var page = scene.page(ANN, null);
    assertThat(HistoryScene.idsIn(page)).containsExactly(call.id());
    var behind = scene.get(ANN, "/api/history", "before=" + page.at("next").text());
    assertThat(behind.refused())
        .isEqualTo("503 jobs cannot be reached: The disk is full. Ask again later.");
    assertThat(scene.get(BOB, "/api/history", null).status).isEqualTo(503);
  }

  @Test
  @DisplayName("After a restart a page goes on with the jobs that ended before it")
  void restarted() throws InterruptedException, JobStoreException {
    var job = scene.job("ann", "crawl", Job.Ending.COMPLETED);
    scene.time.advance(Duration.ofSeconds(1));
    var _ = scene.completed("ann");
    var _ = scene.completed("ann");
    var next = scene.page(ANN, "limit=1").at("next").text();
    var _ = scene.job("ann", "crawl", Job.Ending.COMPLETED);
    scene.restart();
    assertThat(scene.listed(ANN, "before=" + next)).containsExactly(job);
  }

  @Test
  @DisplayName("A page is bounded in its size; the next one goes on")
  void size() throws InterruptedException {
    var wide = "\u0001".repeat(4_000);
    for (int i = 0; i < 60; i++) {
      scene.tell(scene.call("ann", "docs", "read"), settled("cancelled", "user", wide));
    }
    var first = scene.get(ANN, "/api/history", "limit=200");
    assertThat(first.body().length()).isBetween(1 << 20, (1 << 20) + 30_000);
    var next = first.json().at("next").text();
    var rest = scene.listed(ANN, "limit=200&before=" + next);
    assertThat(HistoryScene.idsIn(first.json())).doesNotContainAnyElementsOf(rest);
    assertThat(HistoryScene.idsIn(first.json()).size() + rest.size()).isEqualTo(60);
  }

  @Test
  @DisplayName("A time selects what ended then or later, of jobs that are over, too")
  void since() throws InterruptedException, JobStoreException {
    var _ = scene.job("ann", "crawl", Job.Ending.COMPLETED);
    var before = scene.time.wall();
    var early = scene.ended("ann", "docs", "read", "completed", "", "");
    scene.time.advance(Duration.ofSeconds(10));
    var at = scene.time.wall();
    var late = scene.ended("ann", "docs", "read", "completed", "", "");
    assertThat(scene.listed(ANN, "since=" + at)).containsExactly(late.id());
    assertThat(scene.listed(ANN, "since=" + before)).contains(early.id(), late.id());
    assertThat(scene.listed(ANN, "since=" + at.plusSeconds(60))).isEmpty();
  }

  @Test
  @DisplayName("A parameter that is wrong is refused with what it may be")
  void wrongParameters() throws InterruptedException {
    assertThat(scene.get(ANN, "/api/history", "since=yesterday").error())
        .isEqualTo("since is a time such as 2026-11-26T14:02:11Z, not yesterday");
    assertThat(scene.get(ANN, "/api/history", "limit=201").error())
        .isEqualTo("limit is a whole number from 1 to 200, not 201");
    assertThat(scene.get(ANN, "/api/history", "outcome=done").error())
        .isEqualTo(
            "outcome is one of completed, error, failed, timed_out, cancelled, refused, lost, not"
                + " done");
    for (var cursor :
        List.of("", "-", "x", "0a1b2c3d-7", "jobs-1", "jobs--1-2", "jobs-zz-!", "run-1-1")) {
      assertThat(scene.get(ANN, "/api/history", "before=" + cursor).error())
          .isEqualTo("before is the \"next\" of another page, not " + cursor);
    }
    assertThat(scene.get(ANN, "/api/history", "outcom=failed").error())
        .isEqualTo(
            "there is no parameter outcom; there are limit, before, tool, server, outcome, cause,"
                + " client, principal, since, q");
  }
}
