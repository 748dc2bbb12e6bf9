package dev.belay.gateway.job;

import dev.belay.config.JobSettings;
import dev.belay.core.approval.Approvals;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.CallState;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Payload;
import dev.belay.core.call.RefusedException;
import dev.belay.core.job.Estimator;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.job.Jobs;
import dev.belay.core.time.Time;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.call.Decisions.Decision;
import dev.belay.gateway.call.Handoff;
import dev.belay.mcp.envelope.JsonObject;
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
import java.util.function.Consumer;
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

  /** The longest arguments that are kept to run a job again. */
  private static final int LONGEST_ARGUMENTS = 1 << 20;

  private final Jobs jobs;
  private final Supplier<Terms> terms;
  private final Decisions decisions;
  private final ThreadFactory threads;
  private final Time time;
  private final Joins joins;
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
      return task != null && !isOff() && !taskAfter.isZero()
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
      boolean isGone =
          Call.QUESTION.equals(waited.call.snapshot().heldFor()) || waited.input.isParked();
      return waited.client.era() == Era.MODERN && isGone ? at(now, waited, patience) : this;
    }

    /**
     * Whether the client is asked a question, whose answer a handed-off call could not take; a call
     * that waits for approval is handed off when its gate says so.
     */
    boolean isAsked() {
      return Call.QUESTION.equals(waited.call.snapshot().heldFor())
          || (waited.call.state() instanceof CallState.Waiting(String gate)
              && gate.equals(Approvals.GATE));
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
    joins = new Joins(time);
  }

  /** The client of a job has its result: a call like it is no repeat of it any more. */
  public void fetched(CallId job) {
    joins.forget(job);
  }

  @Override
  public boolean joins(CallPolicy policy, Waiting client, Consumer<byte[]> answer) {
    // Who asks for a task has not been handed anything, and waits for its first one.
    if (policy.join() == JobSettings.Join.NEVER || client.task() != null) {
      return false;
    }
    var known = joins.find(client.asked());
    if (known == null) {
      return false;
    }
    boolean isSafe =
        policy.join() == JobSettings.Join.ALWAYS || client.asked().isSafe().getAsBoolean();
    if (isSafe && known.hasFailed()) {
      return false;
    }
    var thread = threads.newThread(() -> answer.accept(joined(known.id(), policy, client, isSafe)));
    thread.setName("belay-job-" + known.id().brief());
    thread.start();
    return true;
  }

  private byte[] joined(CallId id, CallPolicy policy, Waiting client, boolean isSafe) {
    var principal = client.asked().principal();
    try {
      var job = jobs.await(principal, id, Duration.ZERO);
      if (job == null) {
        joins.forget(id);
        return JobText.error(
            "The result of job " + id + " is kept no more; nothing was started. Call again.");
      }
      if (job.hasEnded()) {
        joins.forget(id);
      }
      var verdict = isSafe ? "joined" : "not repeated";
      decisions.decided(
          new Decision("job", verdict, principal, id.toString(), client.asked().tool()));
      return JobText.repeated(job, client.era(), takesHandle(policy, client), isSafe);
    } catch (JobStoreException e) {
      return JobText.error("Jobs cannot be reached: " + e.getMessage() + " Call again later.");
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return JobText.error("Belay ends. Nothing was started.");
    }
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
    var kind = Estimator.Kind.of(call.info(), client.asked().shape().getAsLong());
    call.onEnd(outcome -> jobs.estimator().learn(call, kind, outcome));
    // By the gate and not by the policy, which may be another than when the call was given it.
    if (isToldFirst(call)) {
      var first = told(call.id());
      call.onEnd(_ -> told.remove(call.id()));
      handOff(Candidate.at(time.nanos(), waited, Duration.ZERO), first);
    } else if (policy.job() != JobSettings.Mode.NEVER) {
      watch(waited, kind);
    }
  }

  private static boolean isToldFirst(Call call) {
    for (var gate : call.request().gates()) {
      if (gate instanceof ToldFirst) {
        return true;
      }
    }
    return false;
  }

  private void watch(Waited waited, Estimator.Kind kind) {
    var call = waited.call;
    var policy = waited.policy;
    var after = after(policy, waited.client);
    if (after == null) {
      return;
    }
    if (jobs.estimator().isLongerThan(after, kind, policy.estimate())) {
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
    boolean endsBefore =
        !timeout.isZero() && timeout.compareTo(limit) <= 0 && policy.approval() == null;
    return limit.isZero() || endsBefore ? null : limit;
  }

  private void look() {
    if (looks.compareAndSet(false, true)) {
      var _ = time.repeat(STEP, this::lookOnce);
    }
  }

  private @Nullable Duration lookOnce() {
    long now = time.nanos();
    if (!waiting.isEmpty()) {
      jobs.recallSoon();
    }
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

  /**
   * {@return whether a call is a job, after it was made one if its client takes that for an answer}
   *
   * <p>May block while the store is slow.
   */
  public boolean becomesJob(CallId id) {
    var candidate = waiting.remove(id);
    return candidate == null ? jobs.isOpen(id) : handOff(candidate);
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
            new Estimator.Expected(client.asked().shape().getAsLong(), policy.estimate()),
            task == null ? Duration.ZERO : task.keep(),
            arguments(candidate),
            begun -> {
              if (task == null) {
                joins.begun(call.id(), client.asked());
                // Before the job's own: once it is seen to have ended, a repeat knows it too.
                call.onEnd(outcome -> joins.ended(call.id(), outcome));
              }
              return new Payload("result", told(begun, policy, client));
            });
    if (!isHanded) {
      joins.forget(call.id());
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

  /** {@return the arguments to run it again with; null where it must not run again} */
  private static byte @Nullable [] arguments(Candidate candidate) {
    if (candidate.waited.policy.onRestart() != JobSettings.OnRestart.RETRY) {
      return null;
    }
    var params = JsonObject.of(candidate.waited.client.asked().params().get());
    var given = params == null ? null : params.raw("arguments");
    var arguments = given == null ? JsonObject.empty().json() : given;
    return params == null || arguments.length > LONGEST_ARGUMENTS ? null : arguments;
  }

  private static byte[] told(Jobs.Begun begun, CallPolicy policy, Waiting client) {
    if (client.task() != null) {
      return TaskText.created(begun, client.era());
    }
    return takesHandle(policy, client) ? JobText.handle(begun) : JobText.unchecked(begun);
  }

  /** The schema of a tool whose calls are always jobs has room for a handle. */
  private static boolean takesHandle(CallPolicy policy, Waiting client) {
    return !client.checksOutput() || policy.job() == JobSettings.Mode.ALWAYS;
  }
}
