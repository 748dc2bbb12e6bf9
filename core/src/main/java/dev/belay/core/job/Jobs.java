package dev.belay.core.job;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallState;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.OutcomeText;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls that outlive their requests: running ones from memory, ended ones from a {@link
 * JobStore}.
 *
 * <p>A job that the store cannot take is kept in memory, and stored as soon as possible: a failing
 * store ends no job. Safe for use by many threads. Methods may block on the store.
 *
 * <p>Concurrency: a job is in {@code open} from before its client hears of it until the store has
 * its end, so it can be found in one of the two at every moment.
 */
public final class Jobs {
  /** How long ended jobs get to reach the store when the program ends. */
  private static final Duration LAST_WRITES = Duration.ofSeconds(5);

  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(30);

  /** The assumed length of a call without a limit, for the expiry of its job. */
  private static final Duration LONG = Duration.ofDays(1);

  /**
   * The settings of kept jobs.
   *
   * @param keep how long a job is kept after its end
   * @param mostResult the longest result, in bytes; a job with a longer one fails
   */
  public record Terms(Duration keep, int mostResult) {}

  /**
   * A job as announced to its client.
   *
   * @param isKept false if the store has failed, so that the job ends with the program
   */
  public record Begun(Job job, boolean isKept) {}

  private final JobStore store;
  private final Supplier<Terms> terms;
  private final Shares places;
  private final Estimator estimator = new Estimator();
  private final ThreadFactory threads;
  private final Time time;
  private final Consumer<String> report;
  private final Map<CallId, OpenJob> open = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * Creates the jobs of this store, which is closed with them.
   *
   * @param most how many jobs may be open; one principal gets half of what is left
   * @param threads makes threads that may block, one per job at its end
   * @param report receives faults of the store
   */
  public Jobs(
      JobStore store,
      Supplier<Terms> terms,
      int most,
      ThreadFactory threads,
      Time time,
      Consumer<String> report) {
    this.store = store;
    this.terms = terms;
    this.threads = threads;
    this.time = time;
    this.report = report;
    places = new Shares(most);
  }

  /** A call that was handed off, until the store has its end. */
  private final class OpenJob {
    private final Call call;
    private final Job job;
    private final @Nullable Duration declared;
    private final CompletableFuture<Job> ended = new CompletableFuture<>();
    private volatile boolean isKept;

    OpenJob(Call call, Job job, @Nullable Duration declared) {
      this.call = call;
      this.job = job;
      this.declared = declared;
    }

    Job now() {
      var end = ended.getNow(null);
      return end == null ? job.in(state(call, declared)) : end;
    }
  }

  /** {@return what knows how long calls take} */
  public Estimator estimator() {
    return estimator;
  }

  private Job.State.Open state(Call call, @Nullable Duration declared) {
    var now = call.snapshot();
    var step =
        switch (now.state()) {
          case CallState.Accepted _, CallState.Waiting _ -> Job.Step.QUEUED;
          case CallState.Running _, CallState.Settled _ ->
              now.heldFor() == null ? Job.Step.RUNNING : Job.Step.WAITING;
        };
    var ran = step == Job.Step.QUEUED ? Duration.ZERO : now.elapsed();
    return new Job.State.Open(
        step,
        now.heldFor(),
        now.elapsed(),
        now.lastWord(),
        estimator.estimate(Estimator.tool(call.info()), ran, declared));
  }

  /**
   * Makes a job of a call: its waiters get the payload of {@code told} instead of its outcome, and
   * it runs on without them. Blocks until the store has the job, or has failed.
   *
   * @param limits the limits of the tool, which name what lifts the one that ends the call
   * @param declared the expected duration of the call; null if nothing sets it
   * @param atLeast how long the job is kept at least, from the acceptance of the call
   * @return false if the call has no waiter, or too many jobs are open: the call is unchanged
   */
  public boolean handOff(
      Call call,
      EffectiveLimits limits,
      @Nullable Duration declared,
      Duration atLeast,
      Function<Begun, Payload> told) {
    var info = call.info();
    var principal = info.caller().principal();
    if (closed || call.outcome().isPresent() || !places.take(principal, 1)) {
      return false;
    }
    var timeout = call.limits().timeout();
    var longest = timeout.isZero() ? LONG : timeout;
    var asked = info.acceptedAt().plus(atLeast);
    var age = call.waited().plus(call.elapsed());
    var usual = info.acceptedAt().plus(age).plus(longest).plus(terms.get().keep());
    var job =
        new Job(
            call.id(),
            info.tool(),
            info.upstream(),
            principal,
            info.caller().sessionId(),
            info.acceptedAt(),
            timeout,
            usual.isAfter(asked) ? usual : asked,
            state(call, declared));
    var entry = new OpenJob(call, job, declared);
    entry.isKept = isPut(job);
    open.put(job.id(), entry);
    boolean isHanded = call.handOff(told.apply(new Begun(job, entry.isKept)));
    if (isHanded) {
      call.onEnd(outcome ->
          onOwnThread("belay-job-" + job.id().brief(), () -> end(entry, limits, outcome)));
    } else {
      open.remove(job.id());
      places.give(principal, 1);
      onOwnThread("belay-job-" + job.id().brief(), () -> forget(job));
    }
    return isHanded;
  }

  private boolean isPut(Job job) {
    return isDone(() -> store.put(job), "a job is kept in memory only");
  }

  private interface Write {
    void run() throws JobStoreException;
  }

  private boolean isDone(Write write, String otherwise) {
    try {
      write.run();
      return true;
    } catch (JobStoreException e) {
      report.accept(otherwise + ": " + e.getMessage());
      return false;
    }
  }

  private void onOwnThread(String name, Runnable task) {
    var thread = threads.newThread(task);
    thread.setName(name);
    thread.start();
  }

  /** Stores the end of a job; those who await the job proceed once that is done, or has failed. */
  private void end(OpenJob entry, EffectiveLimits limits, Outcome outcome) {
    var job = entry.job;
    var end = ended(entry.call, limits, outcome);
    var kept = end.at().plus(terms.get().keep());
    var last = job.in(end).until(kept.isAfter(job.expires()) ? kept : job.expires());
    for (var pause = FIRST_RETRY; !isPut(last) && goesOn(last); pause = slept(pause)) {
      entry.isKept = false;
      entry.ended.complete(last);
    }
    entry.ended.complete(last);
    open.remove(job.id());
    places.give(job.principal(), 1);
    expire();
  }

  /** Removes the stored job of a call whose client has its result, or has left. */
  private void forget(Job job) {
    var pause = FIRST_RETRY;
    while (!isDone(() -> store.remove(job.id()), "a call that is no job is stored as one")
        && goesOn(job)) {
      pause = slept(pause);
    }
  }

  private boolean goesOn(Job job) {
    return !closed && time.wall().isBefore(job.expires());
  }

  private Duration slept(Duration pause) {
    try {
      time.sleep(pause);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    var next = pause.multipliedBy(2);
    return next.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : next;
  }

  private Job.State.Ended ended(Call call, EffectiveLimits limits, Outcome outcome) {
    var at = time.wall();
    var ran = call.elapsed();
    if (outcome instanceof Outcome.Completed(Payload result)) {
      int most = terms.get().mostResult();
      return result.bytes().length <= most
          ? new Job.State.Ended(at, Job.Ending.COMPLETED, "", "", result, ran)
          : new Job.State.Ended(
              at,
              Job.Ending.FAILED,
              "too large",
              "The result has "
                  + result.bytes().length
                  + " bytes, and a job keeps at most "
                  + most
                  + ". Ask for less at once.",
              null,
              ran);
    }
    if (outcome instanceof Outcome.Cancelled(Cause cause, String _) && cause == Cause.SHUTDOWN) {
      return new Job.State.Ended(
          at,
          Job.Ending.FAILED,
          cause.text(),
          "Belay was shut down at "
              + at
              + ", while the job ran. Check its effects before you run it again.",
          null,
          ran);
    }
    return new Job.State.Ended(
        at, ending(outcome), outcome.detail(), OutcomeText.of(outcome, limits, ""), null, ran);
  }

  private static Job.Ending ending(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed _ -> Job.Ending.COMPLETED;
      case Outcome.Failed _ -> Job.Ending.FAILED;
      case Outcome.TimedOut _ -> Job.Ending.TIMED_OUT;
      case Outcome.Cancelled _ -> Job.Ending.CANCELLED;
      case Outcome.Refused _ -> Job.Ending.REFUSED;
    };
  }

  /**
   * {@return the job; null if that principal has no job of that id}
   *
   * @throws JobStoreException if the store must be read, and fails
   */
  public @Nullable Job find(String principal, CallId id) throws JobStoreException {
    var entry = open.get(id);
    var job = entry == null ? store.find(id) : entry.now();
    return job == null || !job.principal().equals(principal) || isOver(job) ? null : job;
  }

  /** Returns true if the job has expired and stays in the store only until another job ends. */
  private boolean isOver(Job job) {
    return job.hasEnded() && !job.expires().isAfter(time.wall());
  }

  /** Waits at most {@code most} for a job to end; returns it like {@link #find}. */
  public @Nullable Job await(String principal, CallId id, Duration most)
      throws JobStoreException, InterruptedException {
    var entry = open.get(id);
    if (entry != null && entry.job.principal().equals(principal)) {
      time.await(entry.ended, most);
    }
    return find(principal, id);
  }

  /**
   * Cancels a job unless it has ended; returns it once its end is stored.
   *
   * @param by who cancelled it, for display
   */
  public @Nullable Job cancel(String principal, CallId id, Cause cause, String by)
      throws JobStoreException, InterruptedException {
    var entry = open.get(id);
    if (entry != null && entry.job.principal().equals(principal)) {
      entry.call.cancel(cause, by);
    }
    return await(principal, id, LAST_WRITES);
  }

  /** {@return jobs of one principal, newest first, open ones in their present state} */
  public JobStore.Page page(String principal, long before, int most) throws JobStoreException {
    var stored = store.page(principal, before, most);
    var jobs = new ArrayList<Job>(stored.jobs().size());
    if (before == JobStore.NEWEST) {
      for (var entry : open.values()) {
        if (!entry.isKept && entry.job.principal().equals(principal)) {
          jobs.add(entry.now());
        }
      }
    }
    for (var job : stored.jobs()) {
      var entry = open.get(job.id());
      if (!isOver(job) && (entry == null || entry.isKept || before != JobStore.NEWEST)) {
        jobs.add(entry == null ? job : entry.now());
      }
    }
    return new JobStore.Page(List.copyOf(jobs), stored.next());
  }

  /** {@return the number of jobs that run, or whose end is not stored yet} */
  public int open() {
    return open.size();
  }

  private void expire() {
    isDone(() -> store.expire(time.wall()), "old jobs are not forgotten");
  }

  /** {@return a future that completes once all jobs that are open now have ended} */
  public CompletableFuture<Void> drained() {
    var all = open.values().stream().map(entry -> entry.ended).toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(all);
  }

  /** Waits briefly for the ends of jobs to reach the store, after their calls have ended. */
  public void close() throws InterruptedException {
    closed = true;
    time.await(drained(), LAST_WRITES);
    store.close();
  }
}
