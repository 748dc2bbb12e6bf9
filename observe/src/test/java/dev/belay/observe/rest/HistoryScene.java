package dev.belay.observe.rest;

import dev.belay.core.call.CallId;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Payload;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.job.Jobs;
import dev.belay.core.job.MemoryJobStore;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.journal.Subject;
import dev.belay.core.time.HandTime;
import dev.belay.gateway.job.JobText;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.http.route.Access;
import dev.belay.observe.audit.ShortArguments;
import dev.belay.testkit.json.Json;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Calls and jobs over a real journal, whose clock and events the test decides on. */
final class HistoryScene {
  static final Access.Known ANN = new Access.Known("ann", Set.of());
  static final Access.Known BOB = new Access.Known("bob", Set.of());
  static final Access.Known ADMIN = new Access.Known("root", Set.of(Access.ADMIN));
  static final Path AUDIT = Path.of("/var/log/belay/audit.jsonl");

  final HandTime time = new HandTime();
  final Journal journal;
  final Governor governor = new Governor(GovernorOptions.of(new HandTime()));
  final CallText text =
      new CallText(governor.directory(), new ShortArguments(_ -> ToolIndex.EMPTY), time);
  private final MemoryJobStore store = new MemoryJobStore(1 << 20);
  final Jobs jobs;
  private EventIds ids = new EventIds("0a1b2c3d");

  /** Released each time that the store has dropped what is too old. */
  final Semaphore sweeps = new Semaphore(0);

  volatile boolean isStoreBroken;
  private int started;

  HistoryScene(int capacity) {
    journal = new Journal(time, capacity);
    jobs =
        new Jobs(
            perhapsBroken(),
            () -> new Jobs.Terms(Duration.ofDays(365_000), 1 << 10),
            100,
            JobText::failure,
            Thread.ofVirtual().factory(),
            time,
            _ -> {});
  }

  private JobStore perhapsBroken() {
    return (JobStore)
        Proxy.newProxyInstance(
            JobStore.class.getClassLoader(),
            new Class<?>[] {JobStore.class},
            (_, method, arguments) -> {
              if (isStoreBroken) {
                throw new JobStoreException("The disk is full.");
              }
              var result = method.invoke(store, arguments);
              if (method.getName().equals("expire")) {
                sweeps.release();
              }
              return result;
            });
  }

  /** The next answers are those of another run of the program, with the journal as it is. */
  void restart() {
    ids = new EventIds("ffffffff");
  }

  /** A call of this scene. */
  record Told(String id, String tool, @Nullable String server, String principal) {
    Subject subject() {
      return new Subject(id, tool, server, principal, null, null, "turn-1", "cursor");
    }
  }

  Told call(String principal, @Nullable String server, String tool) {
    return new Told(new CallId("local", 7, ++started).toString(), tool, server, principal);
  }

  void tell(Told call, CallEvent... events) {
    for (var event : events) {
      journal.publish(call.subject(), event);
      time.advance(Duration.ofSeconds(1));
    }
  }

  static CallEvent.Settled settled(String outcome, String detail, String by) {
    return new CallEvent.Settled(
        outcome, detail, by, Duration.ofSeconds(1), Duration.ofMillis(500));
  }

  /** Tells of a call that has completed. */
  Told completed(String principal) {
    return ended(principal, "docs", "read", "completed", "", "");
  }

  Told ended(
      String principal, String server, String tool, String outcome, String detail, String by) {
    var call = call(principal, server, tool);
    tell(call, new CallEvent.Accepted(), settled(outcome, detail, by));
    return call;
  }

  /** Stores a job that has ended so, now. */
  String job(String principal, String tool, Job.Ending how) throws JobStoreException {
    var id = new CallId("local", 8, ++started);
    put(id, principal, tool, how);
    return id.toString();
  }

  /** Stores that call as a job that has ended so, now. */
  void put(CallId id, String principal, String tool, Job.Ending how) throws JobStoreException {
    var at = time.wall();
    store.put(
        new Job(
            id,
            tool,
            "docs",
            principal,
            null,
            at.minusSeconds(70),
            Duration.ZERO,
            Instant.MAX,
            new Job.State.Ended(
                at,
                how,
                how == Job.Ending.FAILED ? "TOOL" : "",
                "",
                how == Job.Ending.COMPLETED ? Payload.EMPTY : null,
                Duration.ofSeconds(60))));
  }

  Answered get(Access.Known who, String path, @Nullable String query) throws InterruptedException {
    var history = new HistoryApi(governor.directory(), journal, jobs, text, ids, AUDIT);
    return Answered.by(history.routes(Access.everybody(who)), "GET", path, query, "");
  }

  /** {@return a page, which is as it is published} */
  Json page(Access.Known who, @Nullable String query) throws InterruptedException {
    return get(who, "/api/history", query).given("history");
  }

  List<String> listed(Access.Known who, @Nullable String query) throws InterruptedException {
    return idsIn(page(who, query));
  }

  static List<String> idsIn(Json page) {
    return page.at("calls").items().stream().map(call -> call.at("id").text()).toList();
  }

  /** {@return the story of a call, which is as it is published} */
  Json story(Access.Known who, String id) throws InterruptedException {
    return get(who, "/api/history/" + id, null).given("history-call");
  }

  void close() throws InterruptedException {
    isStoreBroken = false;
    governor.close();
    jobs.close();
  }
}
