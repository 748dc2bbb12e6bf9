package dev.belay.gateway.job;

import dev.belay.config.JobSettings;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.CallState;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Payload;
import dev.belay.core.call.RefusedException;
import dev.belay.core.job.Estimator;
import dev.belay.core.job.Jobs;
import dev.belay.core.time.Time;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.call.Decisions.Decision;
import dev.belay.gateway.call.Handoff;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.input.PendingInput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands calls off before their clients give up (S3-24, S3-29).
 *
 * <p>Concurrency: calls that may be handed off are in {@code waiting} until they end. One timer
 * looks at them once a second, and rests while there are none, so that a short call costs no timer.
 */
public final class JobHandoff implements Handoff {
  /** The most that a call is handed off late. */
  private static final Duration STEP = Duration.ofSeconds(1);

  private final Jobs jobs;
  private final Supplier<Terms> terms;
  private final Decisions decisions;
  private final ThreadFactory threads;
  private final Time time;
  private final Map<CallId, Candidate> waiting = new ConcurrentHashMap<>();
  private final AtomicBoolean looks = new AtomicBoolean();

  /** What clients are asked by the calls that they have as tasks, until those end. */
  private final Map<CallId, PendingInput<?>> inputs = new ConcurrentHashMap<>();

  /** Of the calls that are held until then, whether their clients were told. */
  private final Map<CallId, CompletableFuture<Boolean>> told = new ConcurrentHashMap<>();

  /**
   * When calls are handed off.
   *
   * @param after how long a client without progress waits; zero is for ever
   * @param afterWithProgress how long a client waits that hears of progress; zero is for ever
   * @param taskAfter how long a client waits that takes a task for an answer; zero is as long as
   *     another does
   */
  public record Terms(Duration after, Duration afterWithProgress, Duration taskAfter) {
    private boolean isOff() {
      return after.isZero() && afterWithProgress.isZero();
    }

    private Duration of(Waiting client) {
      var task = client.task();
      boolean isSoon = task != null && task.when() != Task.When.LATE;
      return isSoon && !isOff() && !taskAfter.isZero()
          ? taskAfter
          : client.hearsProgress() ? afterWithProgress : after;
    }
  }

  /**
   * Holds a call until its client has been told of the job.
   *
   * @param isNeeded whether the call is refused where that fails
   */
  private record ToldFirst(JobHandoff handoff, boolean isNeeded) implements Gate {
    @Override
    public String name() {
      return "job";
    }

    @Override
    public Pass enter(CallInfo call) throws InterruptedException, RefusedException {
      try {
        if (!handoff.told(call.id()).get() && isNeeded) {
          throw new RefusedException(
              "No task was made of the call, and it has not run: too many jobs are open. Try again"
                  + " later.");
        }
        return Pass.FREE;
      } catch (ExecutionException e) {
        throw new IllegalStateException("whether the client was told is known", e);
      } finally {
        handoff.told.remove(call.id());
      }
    }
  }

  /** A call that a client waits for. */
  private record Waited(Call call, CallPolicy policy, Waiting client, PendingInput<?> input) {}

  private record Candidate(Waited waited, Duration patience, long due) {
    static Candidate at(long now, Waited waited, Duration patience) {
      return new Candidate(waited, patience, now + patience.toNanos());
    }

    /** A modern client answers by another request, which waits as long again. */
    Candidate asked(long now) {
      return waited.client.era() == Era.MODERN ? at(now, waited, patience) : this;
    }

    /** The client is being asked: were it answered, nobody would hear what it says. */
    boolean isAsked() {
      var snapshot = waited.call.snapshot();
      return snapshot.state() instanceof CallState.Running && snapshot.heldFor() != null;
    }
  }

  /**
   * Watches nothing yet.
   *
   * @param decisions hears of each hand-off
   * @param threads makes threads that may block, one a hand-off
   */
  public JobHandoff(
      Jobs jobs, Supplier<Terms> terms, Decisions decisions, ThreadFactory threads, Time time) {
    this.jobs = jobs;
    this.terms = terms;
    this.decisions = decisions;
    this.threads = threads;
    this.time = time;
  }

  @Override
  public List<Gate> before(CallPolicy policy, Waiting client) {
    return isAtOnce(policy, client)
        ? List.of(new ToldFirst(this, client.asksForTask()))
        : List.of();
  }

  private boolean isAtOnce(CallPolicy policy, Waiting client) {
    return switch (policy.job()) {
      case NEVER -> false;
      case ALWAYS, TASK -> true;
      case AUTO -> client.asksForTask() && !terms.get().isOff();
    };
  }

  private CompletableFuture<Boolean> told(CallId id) {
    return told.computeIfAbsent(id, _ -> new CompletableFuture<>());
  }

  /** {@return what the client of a task is asked; null for what is no open task} */
  @Nullable PendingInput<?> input(CallId id) {
    return inputs.get(id);
  }

  @Override
  public void begun(Call call, CallPolicy policy, Waiting client, PendingInput<?> input) {
    var waited = new Waited(call, policy, client, input);
    call.onEnd(outcome -> jobs.estimator().learn(call, outcome));
    boolean isAtOnce = isAtOnce(policy, client);
    if (isAtOnce || client.asksForTask()) {
      var first = told(call.id());
      call.onEnd(_ -> told.remove(call.id()));
      if (isAtOnce) {
        handOff(Candidate.at(time.nanos(), waited, Duration.ZERO), first);
        return;
      }
      // Held only where the configuration has changed just before.
      first.complete(false);
    }
    if (policy.job() == JobSettings.Mode.AUTO) {
      watch(waited);
    }
  }

  private void watch(Waited waited) {
    var call = waited.call;
    var policy = waited.policy;
    var after = after(policy, waited.client);
    if (after == null) {
      return;
    }
    var tool = Estimator.tool(call.info());
    if (jobs.estimator().isLongerThan(after, tool, policy.estimate())) {
      handOff(Candidate.at(time.nanos(), waited, Duration.ZERO), new CompletableFuture<>());
      return;
    }
    var candidate = Candidate.at(time.nanos(), waited, after);
    waiting.put(call.id(), candidate);
    call.onEnd(_ -> waiting.remove(call.id()));
    look();
  }

  /** {@return how long the client waits; null for as long as the call takes} */
  private @Nullable Duration after(CallPolicy policy, Waiting client) {
    var limit = terms.get().of(client);
    var timeout = policy.limits().timeout().value();
    // A call that must end before has its outcome in time.
    boolean endsBefore = !timeout.isZero() && timeout.compareTo(limit) <= 0;
    return limit.isZero() || endsBefore ? null : limit;
  }

  private void look() {
    if (looks.compareAndSet(false, true)) {
      var _ = time.repeat(STEP, this::lookOnce);
    }
  }

  private @Nullable Duration lookOnce() {
    long now = time.nanos();
    for (var candidate : List.copyOf(waiting.values())) {
      var id = candidate.waited.call.id();
      if (candidate.isAsked()) {
        waiting.replace(id, candidate, candidate.asked(now));
      } else if (candidate.due - now <= 0 && waiting.remove(id, candidate)) {
        handOff(candidate, new CompletableFuture<>());
      }
    }
    if (!waiting.isEmpty()) {
      return STEP;
    }
    looks.set(false);
    // Races with begun, which puts a call there and then finds that somebody looks.
    return !waiting.isEmpty() && looks.compareAndSet(false, true) ? STEP : null;
  }

  /** Does so on a thread of its own, and then says whether the client was told. */
  private void handOff(Candidate candidate, CompletableFuture<Boolean> told) {
    var thread =
        threads.newThread(() -> {
          boolean isTold = false;
          try {
            isTold = handOff(candidate);
          } finally {
            told.complete(isTold);
          }
        });
    thread.setName("belay-job-" + candidate.waited.call.id().brief());
    thread.start();
  }

  private boolean handOff(Candidate candidate) {
    var call = candidate.waited.call;
    var policy = candidate.waited.policy;
    var client = candidate.waited.client;
    var task = client.task();
    if (task != null) {
      inputs.put(call.id(), candidate.waited.input);
      call.onEnd(_ -> inputs.remove(call.id()));
    }
    boolean isHanded =
        jobs.handOff(
            call,
            policy.limits(),
            policy.estimate(),
            task == null ? Duration.ZERO : task.keep(),
            begun -> new Payload("result", told(begun, client)));
    if (!isHanded) {
      inputs.remove(call.id());
    } else {
      long waited = candidate.patience.toSeconds();
      decisions.decided(
          new Decision(
              "job",
              "handed off",
              call.info().caller().principal(),
              call.id().toString(),
              waited == 0 ? "at once" : "its client has waited for " + waited + " s"));
    }
    return isHanded;
  }

  private static byte[] told(Jobs.Begun begun, Waiting client) {
    if (client.task() != null) {
      return TaskText.created(begun, client.era());
    }
    return client.checksOutput() ? JobText.unchecked(begun) : JobText.handle(begun);
  }
}
