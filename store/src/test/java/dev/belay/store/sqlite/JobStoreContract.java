package dev.belay.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.call.CallId;
import dev.belay.core.call.Heartbeat;
import dev.belay.core.call.Payload;
import dev.belay.core.job.Job;
import dev.belay.core.job.Job.Ending;
import dev.belay.core.job.Job.State;
import dev.belay.core.job.Job.Step;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStoreException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every store of jobs does. */
abstract class JobStoreContract {
  static final State.Open RUNNING = new State.Open(Step.RUNNING, null, Duration.ZERO, null);
  static final int MEBIBYTE = 1 << 20;

  private final List<JobStore> opened = new ArrayList<>();

  /** {@return an empty store of so many bytes} */
  abstract JobStore make(long mostBytes);

  private JobStore store() {
    return store(64L * MEBIBYTE);
  }

  private JobStore store(long mostBytes) {
    var made = make(mostBytes);
    opened.add(made);
    return made;
  }

  @AfterEach
  void close() {
    opened.forEach(JobStore::close);
  }

  static Job job(int number, String principal, State state) {
    return job(number, "crawl", principal, null, state);
  }

  private static Job job(
      int number, String tool, String principal, @Nullable String session, State state) {
    return new Job(
        new CallId("here", 7, number),
        tool,
        null,
        principal,
        session,
        Instant.EPOCH,
        Duration.ofMinutes(1),
        Instant.EPOCH.plusSeconds(number),
        state);
  }

  static State.Ended completed(int bytes) {
    return completed(filled(bytes));
  }

  static State.Ended completed(byte[] bytes) {
    var result = new Payload("text", bytes);
    return new State.Ended(Instant.EPOCH, Ending.COMPLETED, "", "", result, Duration.ZERO);
  }

  /** {@return bytes that are each unlike those around it} */
  static byte[] filled(int size) {
    var bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (i * 31 + (i >> 8));
    }
    return bytes;
  }

  /** {@return what two jobs are compared by, since payloads are equal to themselves alone} */
  static List<Object> parts(Job job) {
    return job.state() instanceof State.Ended end && end.result() != null
        ? List.of(
            new State.Ended(end.at(), Ending.FAILED, end.detail(), end.text(), null, end.ran()),
            job.in(RUNNING),
            end.result().dialect(),
            ByteBuffer.wrap(end.result().bytes()))
        : List.of(job);
  }

  @Test
  @DisplayName("a job comes back as it was put, each field and each byte of its result")
  void roundTrip() throws JobStoreException {
    var store = store();
    var beat = new Heartbeat(Duration.ofNanos(123_456_789), "é \u0000 \uD83D\uDE00", 0.5, null);
    var open =
        new Job(
            new CallId("n1", Long.MIN_VALUE, -1),
            "crawl 'it'",
            "web",
            "ann",
            "s-1",
            Instant.parse("2026-11-25T21:22:23.123456789Z"),
            Duration.ofNanos(1),
            Instant.parse("2026-12-25T21:22:23.987654321Z"),
            new State.Open(Step.WAITING, "an approval", Duration.ofMillis(7), beat));
    store.put(open);
    assertThat(store.find(open.id())).isEqualTo(open);
    assertThat(store.page(JobStore.Wanted.of(null), JobStore.NEWEST, 1).jobs())
        .containsExactly(open);

    for (int size : new int[] {0, 1, (256 << 10) - 1, 256 << 10, (256 << 10) + 1, MEBIBYTE + 3}) {
      var ended = job(size, "ann", completed(size));
      store.put(ended);
      var found = ((State.Ended) store.find(ended.id()).state()).result();
      assertThat(found.dialect()).isEqualTo("text");
      assertThat(found.bytes()).isEqualTo(filled(size));
    }

    for (var how : Ending.values()) {
      if (how != Ending.COMPLETED) {
        var at = Instant.parse("2026-11-25T21:22:24.000000001Z");
        var end = new State.Ended(at, how, "idle", "Say \"why\".", null, Duration.ofHours(2));
        var ended = job(how.ordinal() + 100, "ann", end);
        store.put(ended);
        assertThat(store.find(ended.id())).isEqualTo(ended);
      }
    }
  }

  @Test
  @DisplayName("what never ends, and what ended long ago, stays that")
  void extremes() throws JobStoreException {
    var store = store();
    var far =
        new Job(
            new CallId("here", 1, 1),
            "crawl",
            null,
            "ann",
            null,
            Instant.MIN,
            Duration.ofSeconds(Long.MAX_VALUE),
            Instant.MAX,
            new State.Ended(
                Instant.EPOCH, Ending.CANCELLED, "", "", null, Duration.ofSeconds(Long.MAX_VALUE)));
    store.put(far);
    assertThat(store.expire(Instant.parse("2200-01-01T00:00:00Z"))).isZero();
    assertThat(store.find(far.id())).isNotNull();
  }

  @Test
  @DisplayName("keeps a job, then its end, which never changes again")
  void anEndStays() throws JobStoreException {
    var store = store();
    store.put(job(1, "ann", RUNNING));
    var ended = job(1, "ann", completed(4));
    store.put(ended);
    store.put(job(1, "ann", completed(5)));
    store.put(job(1, "ann", RUNNING));
    var found = store.find(ended.id());
    assertThat(((State.Ended) found.state()).result().bytes()).isEqualTo(filled(4));
  }

  @Test
  @DisplayName("keeps an end of which it has never seen the beginning")
  void anEndAlone() throws JobStoreException {
    var store = store();
    store.put(job(1, "ann", completed(4)));
    assertThat(store.find(job(1, "ann", RUNNING).id()).hasEnded()).isTrue();
  }

  @Test
  @DisplayName("lists the jobs of one principal by page, the newest first, without their results")
  void pages() throws JobStoreException {
    var store = store();
    assertThat(pages(store, null)).containsExactly("");
    for (int i = 1; i <= 7; i++) {
      store.put(job(i, i % 2 == 0 ? "bob" : "ann", i == 3 ? completed(9) : RUNNING));
    }
    assertThat(pages(store, "ann")).containsExactly("7 5", "3 1");
    assertThat(pages(store, "bob")).containsExactly("6 4", "2");
    assertThat(pages(store, null)).containsExactly("7 6", "5 4", "3 2", "1");
    assertThat(pages(store, "eve")).containsExactly("");
    var third = store.page(JobStore.Wanted.of("ann"), JobStore.NEWEST, 4).jobs().get(2);
    assertThat(((State.Ended) third.state()).result().bytes()).isEmpty();
    // The end of a job does not make it newer.
    store.put(job(1, "ann", completed(1)));
    assertThat(pages(store, "ann")).containsExactly("7 5", "3 1");
  }

  @Test
  @DisplayName("a page begins where the one before it ended, whatever comes and goes meanwhile")
  void pagesStay() throws JobStoreException {
    var store = store();
    for (int i = 1; i <= 4; i++) {
      store.put(job(i, "ann", RUNNING));
    }
    long next = store.page(JobStore.Wanted.of("ann"), JobStore.NEWEST, 2).next();
    for (int i = 2; i <= 4; i++) {
      store.remove(job(i, "ann", RUNNING).id());
    }
    store.put(job(5, "ann", RUNNING));
    assertThat(numbers(store.page(JobStore.Wanted.of("ann"), next, 2))).isEqualTo("1");
  }

  private static List<String> pages(JobStore store, @Nullable String principal)
      throws JobStoreException {
    return pages(store, JobStore.Wanted.of(principal), 2).map(JobStoreContract::numbers).toList();
  }

  /** {@return the pages of so many jobs each, from the newest to the last} */
  private static Stream<JobStore.Page> pages(JobStore store, JobStore.Wanted wanted, int most)
      throws JobStoreException {
    var pages = Stream.<JobStore.Page>builder();
    for (long next = JobStore.NEWEST; next != 0; ) {
      var page = store.page(wanted, next, most);
      pages.add(page);
      next = page.next();
    }
    return pages.build();
  }

  /** {@return all jobs, read in pages of so many} */
  static Stream<Job> jobs(JobStore store, JobStore.Wanted wanted, int most)
      throws JobStoreException {
    return pages(store, wanted, most).flatMap(page -> page.jobs().stream());
  }

  private static String numbers(JobStore.Page page) {
    return String.join(" ", page.jobs().stream().map(job -> "" + job.id().low()).toList());
  }

  @Test
  @DisplayName("forgets ended jobs whose time is over, and no open one")
  void expiry() throws JobStoreException {
    var store = store();
    assertThat(store.expire(Instant.EPOCH.plusSeconds(2))).isZero();
    store.put(job(1, "ann", RUNNING));
    store.put(job(2, "ann", completed(1)));
    store.put(job(3, "ann", completed(1)));
    assertThat(store.expire(Instant.EPOCH.plusSeconds(2))).isEqualTo(1);
    assertThat(pages(store, "ann")).containsExactly("3 1");
    store.remove(job(1, "ann", RUNNING).id());
    store.remove(job(1, "ann", RUNNING).id());
    assertThat(pages(store, "ann")).containsExactly("3");
  }

  @Test
  @DisplayName("forgets the ended job closest to its expiry where it is full, and refuses else")
  void full() throws JobStoreException {
    var store = store(2_600 << 10);
    store.put(job(1, "ann", RUNNING));
    store.put(job(2, "ann", completed(900 << 10)));
    store.put(job(3, "ann", completed(900 << 10)));
    assertThat(pages(store, "ann")).containsExactly("3 2", "1");
    store.put(job(4, "ann", completed(900 << 10)));
    store.put(job(4, "ann", completed(900 << 10)));
    assertThat(pages(store, "ann")).containsExactly("4 3", "1");
    assertThatThrownBy(() -> store.put(job(5, "ann", completed(2_600 << 10))))
        .isInstanceOf(JobStoreException.class)
        .hasMessageContaining("full");
    assertThat(pages(store, "ann")).as("nothing is forgotten for it").containsExactly("4 3", "1");
    for (int i = 6; i < 30; i++) {
      store.put(job(i, "ann", completed(900 << 10)));
    }
    assertThat(pages(store, "ann")).containsExactly("29 28", "1");
  }

  @Test
  @DisplayName("lists those of a principal, of a tool, that are open or have ended")
  void wanted() throws JobStoreException {
    var store = store();
    for (int i = 0; i < 60; i++) {
      var tool = i % 5 == 0 ? "index" : "crawl";
      var state = i % 3 == 0 ? RUNNING : completed(3);
      store.put(job(i, tool, i % 2 == 0 ? "ann" : "bob", i % 7 == 0 ? "s7" : null, state));
    }
    for (var session : new String[] {null, "s7", "none"}) {
      wanted(store, session);
    }
  }

  private static void wanted(JobStore store, @Nullable String session) throws JobStoreException {
    for (var principal : new String[] {null, "ann", "eve"}) {
      for (var tool : new String[] {null, "index", "none"}) {
        for (var ended : new Boolean[] {null, true, false}) {
          var wanted = new JobStore.Wanted(principal, session, tool, ended);
          var expected = new ArrayList<Long>();
          for (long i = 59; i >= 0; i--) {
            if ((principal == null || (principal.equals("ann") && i % 2 == 0))
                && (session == null || (session.equals("s7") && i % 7 == 0))
                && (tool == null || (tool.equals("index") && i % 5 == 0))
                && (ended == null || ended == (i % 3 != 0))) {
              expected.add(i);
            }
          }
          assertThat(jobs(store, wanted, 4).map(job -> job.id().low()))
              .as(wanted.toString())
              .isEqualTo(expected);
        }
      }
    }
  }
}
