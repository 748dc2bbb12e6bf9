package dev.belay.core.job;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.core.share.Shares;
import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls that outlive the requests that began them: running ones from memory, ended ones from a
 * {@link JobStore}.
 *
 * <p>A job that the store cannot take is kept in memory, and put there as soon as that is possible:
 * a store that fails ends no job. Safe for use by many threads. Methods may block while the store
 * is asked.
 *
 * <p>Longer than other files: handing off, ending and finding are the three sides of one promise,
 * that a job is found at every moment.
 *
 * <p>Concurrency: a job is in {@code open} from before its client hears of it until the store has
 * its end, so that it is found at every moment in one of the two.
 */
public final class Jobs {
  /** How long ended jobs get to reach the store when the program ends. */
  private static final Duration LAST_WRITES = Duration.ofSeconds(5);

  /** How often the store is asked for the end of a job that another process runs. */
  private static final Duration LOOK_ELSEWHERE = Duration.ofSeconds(1);

  /** How often the runs of calls are stored at most. */
  private static final Duration REMEMBER = Duration.ofMinutes(1);

  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(30);

  /** How often one page asks the store at most, where few of its jobs are wanted. */
  private static final int LOOKS = 100;

  /**
   * How much of its request a job keeps for one place, in bytes; for each as much more it takes
   * another (C38).
   */
  private static final int PLACE_BYTES = 64 * 1024;

  private static final String KEPT_IN_MEMORY = "a job is kept in memory only";

  /** The length of a call without a limit, as far as the expiry of its job goes. */
  private static final Duration LONG = Duration.ofDays(1);

  /**
   * How jobs are kept.
   *
   * @param keep how long a job is kept after its end
   * @param mostResult the longest result, in bytes; a job with a longer one has failed
   */
  public record Terms(Duration keep, int mostResult) {}

  /**
   * A job as its client is told of it.
   *
   * @param isKept false where the store has failed, so that the job ends with the program
   */
  public record Begun(Job job, boolean isKept) {}

  /** A job that was taken over, and whether it is to be cancelled as soon as it has started. */
  private static final class Starting {
    final CompletableFuture<Void> isOver = new CompletableFuture<>();
    volatile Outcome.@Nullable Cancelled wish;
  }

  private final JobStore store;
  private final Supplier<Terms> terms;
  private final int most;
  private final Function<Payload, @Nullable String> errors;
  private final Shares places;
  private final ThreadFactory threads;
  private final Time time;
  private final Consumer<String> report;
  private final Map<CallId, OpenJob> open = new ConcurrentHashMap<>();

  /** Jobs that were taken over, until each is started or refused. */
  private final Map<CallId, Starting> starting = new ConcurrentHashMap<>();

  private final Map<Job.Ending, LongAdder> endings = new EnumMap<>(Job.Ending.class);
  private final Estimator estimator = new Estimator();
  private final LongAdder storeFailures = new LongAdder();
  private final AtomicBoolean recalled = new AtomicBoolean();
  private final AtomicLong remembered;
  private final AtomicReference<@Nullable Instant> failsSince = new AtomicReference<>();
  private volatile boolean closed;

  /**
   * Begins to keep jobs; the store is closed with this.
   *
   * @param most how many may be open, those with long requests counting as several; one principal
   *     gets half of what is left
   * @param errors what a tool's result says of an error, in short; null where it reports none
   * @param threads makes threads that may block, one a job at its end
   * @param report is told of a store that fails
   */
  public Jobs(
      JobStore store,
      Supplier<Terms> terms,
      int most,
      Function<Payload, @Nullable String> errors,
      ThreadFactory threads,
      Time time,
      Consumer<String> report) {
    this.store = store;
    this.terms = terms;
    this.threads = threads;
    this.time = time;
    this.report = report;
    this.most = most;
    this.errors = errors;
    places = new Shares(most);
    remembered = new AtomicLong(time.nanos());
    for (var how : Job.Ending.values()) {
      endings.put(how, new LongAdder());
    }
  }

  /**
   * Makes a job of a call: those who wait for it are told {@code told} in place of its outcome, and
   * it goes on without them. Blocks until the store has the job, or has failed.
   *
   * @param limits the limits of the tool, which name what lifts the one that ends the call
   * @param expected what is known of the call's duration
   * @param atLeast how long the job is kept at least, from the acceptance of the call
   * @param arguments those to run the job again with, where this program is killed; null if it must
   *     not
   * @return false if the call has no waiter, or too many jobs are open: the call is unchanged
   */
  public boolean handOff(
      Call call,
      EffectiveLimits limits,
      Estimator.Expected expected,
      Duration atLeast,
      byte @Nullable [] arguments,
      Function<Begun, Payload> told) {
    var info = call.info();
    var principal = info.caller().principal();
    long size = size(call);
    if (closed || call.outcome().isPresent() || !places.take(principal, size)) {
      return false;
    }
    recall();
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
            OpenJob.state(call, estimator, expected, /* attempt= */ 1));
    var entry = new OpenJob(call, job, estimator, expected, size);
    entry.isKept = isDone(() -> store.put(job, arguments), KEPT_IN_MEMORY);
    open.put(job.id(), entry);
    boolean isHanded = call.handOff(told.apply(new Begun(job, entry.isKept)));
    if (isHanded) {
      call.onEnd(outcome ->
          onOwnThread("belay-job-" + job.id().brief(), () -> end(entry, limits, outcome)));
    } else {
      open.remove(job.id());
      places.give(principal, size);
      onOwnThread("belay-job-" + job.id().brief(), () -> forget(job));
    }
    return isHanded;
  }

  /** Takes over jobs of programs that were killed; each is to be restarted, or ended. */
  public List<JobStore.Taken> take(Predicate<Job> wanted) throws JobStoreException {
    var taken = stored(() -> store.take(wanted));
    taken.forEach(one -> starting.put(one.job().id(), new Starting()));
    return taken;
  }

  /**
   * Goes on with a job that was taken over.
   *
   * @param job as it was taken
   * @param call its new run, under its id
   * @param limits as in {@link #handOff}
   */
  public void restarted(Job job, Call call, EffectiveLimits limits, Estimator.Expected expected) {
    long size = size(call);
    // Its place was taken in the program before, however many others are open now.
    boolean hasPlace = places.take(job.principal(), size);
    var entry = new OpenJob(call, job, estimator, expected, hasPlace ? size : 0);
    entry.isKept = true;
    open.put(job.id(), entry);
    call.onEnd(
        outcome -> onOwnThread("belay-job-" + job.id().brief(), () -> end(entry, limits, outcome)));
    var wish = started(job);
    if (wish != null) {
      call.cancel(wish.cause(), wish.by());
    }
  }

  /**
   * {@return how a job that has started, or never will, was cancelled before; null if it was not}
   */
  private Outcome.@Nullable Cancelled started(Job job) {
    var started = starting.remove(job.id());
    if (started == null) {
      return null;
    }
    started.isOver.complete(null);
    return started.wish;
  }

  /** Ends a job that was taken over, and cannot run. */
  public void notRestarted(Job job, String why) {
    var wish = started(job);
    var end =
        wish == null
            ? new Job.State.Ended(
                time.wall(), Job.Ending.FAILED, "restart", why, null, Duration.ZERO)
            : OpenJob.cancelled(wish, time.wall(), Duration.ZERO);
    Objects.requireNonNull(endings.get(end.how())).increment();
    onOwnThread("belay-job-" + job.id().brief(), () -> isPut(job.in(end)));
  }

  /** {@return how many places the job of a call takes; one that is longer than all takes all} */
  private long size(Call call) {
    return Math.min(most, 1 + call.request().arguments().bytes().length / PLACE_BYTES);
  }

  /** {@return the estimator of how long calls take} */
  public Estimator estimator() {
    return estimator;
  }

  /** Has the estimator know the runs that are stored, on a thread of its own; only once. */
  public void recallSoon() {
    if (!recalled.get()) {
      onOwnThread("belay-job-estimates", this::recall);
    }
  }

  private void recall() {
    if (recalled.compareAndSet(false, true)) {
      isDone(() -> estimator.recall(store.estimates()), "earlier runs of calls are not known");
    }
  }

  /**
   * Stores what the estimator has learned, where the store was in use.
   *
   * @param isLast whether that was done long enough ago in any case
   */
  private void remember(boolean isLast) {
    long now = time.nanos();
    long last = remembered.get();
    boolean isDue = isLast || now - last >= REMEMBER.toNanos();
    if (!isDue || !recalled.get() || !remembered.compareAndSet(last, now)) {
      return;
    }
    var fresh = estimator.takeFresh();
    if (!fresh.isEmpty()
        && !isDone(() -> store.addEstimates(fresh), "runs of calls are not stored")) {
      estimator.giveBack(fresh);
    }
  }

  /** {@return a job with its end, kept as long as jobs are, and as its client has asked} */
  private Job ended(Job job, Job.State.Ended end) {
    var kept = end.at().plus(terms.get().keep());
    return job.in(end).until(kept.isAfter(job.expires()) ? kept : job.expires());
  }

  private boolean isPut(Job job) {
    return isDone(() -> store.put(job), KEPT_IN_MEMORY);
  }

  private interface Asked<T extends @Nullable Object> {
    T answer() throws JobStoreException;
  }

  /** Asks the store, and counts where that fails. */
  private <T extends @Nullable Object> T stored(Asked<T> asked) throws JobStoreException {
    try {
      T answer = asked.answer();
      failsSince.set(null);
      return answer;
    } catch (JobStoreException e) {
      storeFailures.increment();
      failsSince.compareAndSet(null, time.wall());
      throw e;
    }
  }

  private interface Write {
    void run() throws JobStoreException;
  }

  private boolean isDone(Write write, String otherwise) {
    try {
      return stored(() -> {
        write.run();
        return true;
      });
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

  /**
   * Keeps how it ended; those who wait for the job are told once that is done and its places are
   * free for their next, or once keeping it has failed.
   */
  private void end(OpenJob entry, EffectiveLimits limits, Outcome outcome) {
    var job = entry.job;
    entry.judge(outcome);
    var end = entry.end(outcome, limits, terms.get().mostResult(), errors, time.wall());
    var last = ended(job, end);
    Objects.requireNonNull(endings.get(end.how())).increment();
    for (var pause = FIRST_RETRY; !isPut(last) && goesOn(last); pause = slept(pause)) {
      entry.isKept = false;
      entry.ended.complete(last);
    }
    places.give(job.principal(), entry.places);
    open.remove(job.id());
    entry.ended.complete(last);
    expire();
    remember(/* isLast= */ false);
  }

  /** Takes back what is stored of a call that its client has the result of, or has left. */
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

  /**
   * {@return the job; null where that principal has none of that id}
   *
   * @param principal whose; null for those of all
   * @throws JobStoreException where the store must be asked, and fails
   */
  public @Nullable Job find(@Nullable String principal, CallId id) throws JobStoreException {
    var entry = open.get(id);
    var job = entry == null ? this.<@Nullable Job>stored(() -> store.find(id)) : entry.now();
    return job == null || !isOf(principal, job) || isOver(job) ? null : job;
  }

  /**
   * {@return the state of a job at each moment, from memory; null where no job of that id is open
   * here, or it is another's}
   */
  public @Nullable Supplier<Job> watch(String principal, CallId id) {
    var entry = open.get(id);
    return entry == null || !isOf(principal, entry.job) ? null : entry::now;
  }

  private static boolean isOf(@Nullable String principal, Job job) {
    return principal == null || principal.equals(job.principal());
  }

  /** True where only the next end of a job removes it from the store. */
  private boolean isOver(Job job) {
    return job.hasEnded() && !job.expires().isAfter(time.wall());
  }

  /** Waits at most {@code most} for a job to end; returns it like {@link #find}. */
  public @Nullable Job await(@Nullable String principal, CallId id, Duration most)
      throws JobStoreException, InterruptedException {
    var deadline = Deadline.after(time.nanos(), most);
    var entry = open.get(id);
    if (entry != null && isOf(principal, entry.job)) {
      time.await(entry.ended, most);
    }
    var job = find(principal, id);
    // A deadline after no time at all would never be due.
    while (most.isPositive() && job != null && isElsewhere(job) && !deadline.isDue(time.nanos())) {
      var left = deadline.left(time.nanos());
      time.sleep(left.compareTo(LOOK_ELSEWHERE) < 0 ? left : LOOK_ELSEWHERE);
      job = find(principal, id);
    }
    return job;
  }

  /** Returns whether another process runs the job, so that only the store tells of its end. */
  private boolean isElsewhere(Job job) {
    return !job.hasEnded() && !open.containsKey(job.id());
  }

  /**
   * Cancels a job unless it has ended; returns it once its end is kept. One that was taken over and
   * has not started is cancelled as it starts, which may be later.
   *
   * @param principal the owner; null for any
   * @param by who cancels it, for display
   * @throws JobStoreException also if another process runs the job
   */
  public @Nullable Job cancel(@Nullable String principal, CallId id, Cause cause, String by)
      throws JobStoreException, InterruptedException {
    if (isCancelled(principal, id, cause, by)) {
      return await(principal, id, LAST_WRITES);
    }
    var job = find(principal, id);
    if (job == null || !isElsewhere(job)) {
      return job;
    }
    var how = new Outcome.Cancelled(cause, by);
    if (isEndOfWaiting(job, how)) {
      return find(principal, id);
    }
    var start = starting.get(id);
    if (start != null) {
      start.wish = how;
      time.await(start.isOver, LAST_WRITES);
    }
    // It may have started, or ended, meanwhile.
    if (isCancelled(principal, id, cause, by)) {
      return await(principal, id, LAST_WRITES);
    }
    var now = find(principal, id);
    if (start == null && now != null && isElsewhere(now)) {
      throw new JobStoreException(
          "The job runs in another process of Belay, which alone can cancel it.");
    }
    return now;
  }

  private boolean isCancelled(@Nullable String principal, CallId id, Cause cause, String by) {
    var entry = open.get(id);
    if (entry == null || !isOf(principal, entry.job)) {
      return false;
    }
    entry.call.cancel(cause, by);
    return true;
  }

  /** Ends a job that waits for a program to take it over; false if it does not. */
  private boolean isEndOfWaiting(Job job, Outcome.Cancelled how) throws JobStoreException {
    var end = OpenJob.cancelled(how, time.wall(), Duration.ZERO);
    var ended = ended(job, end);
    boolean hasWaited = stored(() -> store.endWaiting(ended));
    if (hasWaited) {
      Objects.requireNonNull(endings.get(end.how())).increment();
    }
    return hasWaited;
  }

  /**
   * Forgets a job that has ended, and leaves an open one as it is; returns it as {@link #find}.
   *
   * @throws JobStoreException also where the store has not taken the end of the job yet
   */
  public @Nullable Job forget(@Nullable String principal, CallId id) throws JobStoreException {
    var job = find(principal, id);
    if (job != null && job.hasEnded()) {
      if (open.containsKey(id)) {
        throw new JobStoreException("The end of the job is not stored yet.");
      }
      var _ =
          stored(() -> {
            store.remove(id);
            return true;
          });
    }
    return job;
  }

  /**
   * {@return jobs, the newest first, open ones as they are now; where few are wanted, the page may
   * have fewer than {@code most} although another follows}
   *
   * @param wanted which of them; those of a principal that is null are those of all
   */
  public JobStore.Page page(JobStore.Wanted wanted, long before, int most)
      throws JobStoreException {
    boolean isFirst = before == JobStore.NEWEST;
    var jobs = new ArrayList<Job>();
    if (isFirst) {
      for (var entry : open.values()) {
        if (!entry.isKept) {
          add(entry.now(), wanted, jobs);
        }
      }
    }
    long next = before;
    int looks = 0;
    do {
      long from = next;
      int missing = Math.max(1, most - jobs.size());
      var stored = stored(() -> store.page(wanted, from, missing));
      for (var job : stored.jobs()) {
        var entry = open.get(job.id());
        if (entry == null) {
          add(job, wanted, jobs);
        } else if (entry.isKept || !isFirst) {
          add(entry.now(), wanted, jobs);
        }
      }
      next = stored.next();
    } while (next != 0 && jobs.size() < most && ++looks < LOOKS);
    return new JobStore.Page(List.copyOf(jobs), next);
  }

  private void add(Job job, JobStore.Wanted wanted, List<Job> jobs) {
    if (!isOver(job) && wanted.has(job)) {
      jobs.add(job);
    }
  }

  /**
   * {@return the jobs of this program that have not ended, as they are now; the store is not asked}
   */
  public List<Job> listOpen() {
    return open.values().stream().map(OpenJob::now).filter(job -> !job.hasEnded()).toList();
  }

  /** {@return how many run, or have an end that the store has not taken yet} */
  public int open() {
    return open.size();
  }

  /**
   * {@return how many jobs have ended in this way since the program began; of those of programs
   * that are gone, how many it has found}
   */
  public long ended(Job.Ending how) {
    return how == Job.Ending.LOST ? store.lost() : Objects.requireNonNull(endings.get(how)).sum();
  }

  /** {@return how often the store could not do what it was asked for} */
  public long storeFailures() {
    return storeFailures.sum();
  }

  /** {@return whether a call of this program is a job that has not ended} */
  public boolean isOpen(CallId id) {
    return open.containsKey(id);
  }

  /** {@return since when the store fails; now where it works} */
  public Instant failsSince() {
    var since = failsSince.get();
    return since == null ? time.wall() : since;
  }

  private void expire() {
    isDone(() -> store.expire(time.wall()), "old jobs are not forgotten");
  }

  /** {@return what completes once the jobs that are open now have ended} */
  public CompletableFuture<Void> drained() {
    var all = open.values().stream().map(entry -> entry.ended).toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(all);
  }

  /**
   * Waits a little for the ends of jobs to reach the store, after their calls have ended. A store
   * that does not come to an end is left as it is: nothing that runs with it may hang.
   */
  public void close() throws InterruptedException {
    closed = true;
    time.await(drained(), LAST_WRITES);
    var isStoreClosed = new CompletableFuture<Boolean>();
    onOwnThread(
        "belay-job-estimates",
        () -> {
          remember(/* isLast= */ true);
          store.close();
          isStoreClosed.complete(true);
        });
    if (!time.await(isStoreClosed, LAST_WRITES)) {
      report.accept("the job store does not end; what came last may not be in it");
    }
  }
}
