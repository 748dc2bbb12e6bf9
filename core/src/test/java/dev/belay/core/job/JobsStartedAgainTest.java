package dev.belay.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.core.job.Job.State;
import dev.belay.core.time.Simulation;
import dev.belay.core.time.SimulationThreads;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A job whose program was killed, and that may run again")
final class JobsStartedAgainTest {
  private static final EffectiveLimits.Part NONE =
      new EffectiveLimits.Part(Duration.ZERO, "test", "--test");
  private static final EffectiveLimits LIMITS = EffectiveLimits.clamped(NONE, NONE);
  private static final Job WAITING =
      new Job(
          new CallId("there", 7, 1),
          "crawl",
          null,
          "ann",
          null,
          Instant.EPOCH,
          Duration.ofMinutes(1),
          Instant.EPOCH.plus(Duration.ofDays(1)),
          new State.Open(Job.Step.QUEUED, "Belay", Duration.ZERO, null, null, 2));

  private final Simulation time = new Simulation(1);
  private final Governor governor = new Governor(GovernorOptions.simulated(time, 1));
  private final MemoryJobStore store = new MemoryJobStore(1 << 20);
  private boolean isTaken;
  private final Jobs jobs =
      new Jobs(
          orphans(),
          () -> new Jobs.Terms(Duration.ofHours(1), 100),
          10,
          _ -> null,
          time.threads(),
          time,
          _ -> {});

  /** The store in memory, in which the job waits until it is taken. */
  private JobStore orphans() {
    return (JobStore)
        Proxy.newProxyInstance(
            JobStore.class.getClassLoader(),
            new Class<?>[] {JobStore.class},
            (_, method, arguments) -> {
              switch (method.getName()) {
                case "take" -> {
                  isTaken = true;
                  return List.of(new JobStore.Taken(WAITING, new byte[] {'{', '}'}));
                }
                case "endWaiting" -> {
                  if (!isTaken) {
                    store.put((Job) arguments[0]);
                  }
                  return !isTaken;
                }
                default -> {
                  try {
                    return method.invoke(store, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                }
              }
            });
  }

  private AtomicReference<Object> cancelled(String principal) {
    var found = new AtomicReference<>();
    SimulationThreads.start(
        time, () -> found.set(jobs.cancel(principal, WAITING.id(), Cause.CLIENT, "job_cancel")));
    return found;
  }

  private static void assertIsCancelled(Object job) {
    assertThat(((Job) job).state())
        .isInstanceOfSatisfying(
            State.Ended.class,
            end -> {
              assertThat(end.how()).isEqualTo(Job.Ending.CANCELLED);
              assertThat(end.text())
                  .isEqualTo("[CANCELLED] The client cancelled the job with job_cancel.");
            });
  }

  private Call call() {
    return governor.start(
        CallRequest.of("crawl", Payload.EMPTY).withId(WAITING.id()),
        _ -> {
          time.sleep(Duration.ofMinutes(10));
          return Payload.EMPTY;
        });
  }

  @Test
  @DisplayName("is cancelled while it waits for a program to start it, by its principal alone")
  void whileItWaits() throws JobStoreException {
    store.put(WAITING);
    var foreign = cancelled("bob");
    time.runFor(Duration.ofSeconds(1));
    assertThat(foreign).hasNullValue();
    assertThat(store.find(WAITING.id()).hasEnded()).isFalse();
    var cancelled = cancelled("ann");
    time.runFor(Duration.ofSeconds(1));
    assertIsCancelled(cancelled.get());
    assertThat(jobs.ended(Job.Ending.CANCELLED)).isOne();
  }

  @Test
  @DisplayName("is cancelled as it starts where its server is not there yet")
  void beforeItStarts() throws JobStoreException {
    store.put(WAITING);
    assertThat(jobs.take(_ -> true)).hasSize(1);
    var cancelled = cancelled("ann");
    time.runFor(Duration.ofSeconds(2));
    assertThat(cancelled).hasNullValue();
    var call = call();
    jobs.restarted(WAITING, call, LIMITS, Estimator.Expected.NOTHING);
    time.runFor(Duration.ofSeconds(2));
    assertIsCancelled(cancelled.get());
    assertThat(call.outcome()).isPresent();
  }

  @Test
  @DisplayName("is answered for as it is where its start takes long, and cancelled all the same")
  void longBeforeItStarts() throws JobStoreException {
    store.put(WAITING);
    assertThat(jobs.take(_ -> true)).hasSize(1);
    var cancelled = cancelled("ann");
    time.runFor(Duration.ofSeconds(9));
    assertThat(cancelled).hasValue(WAITING);
    jobs.restarted(WAITING, call(), LIMITS, Estimator.Expected.NOTHING);
    time.runFor(Duration.ofSeconds(2));
    assertIsCancelled(store.find(WAITING.id()));
  }

  @Test
  @DisplayName("was cancelled where it cannot start any more")
  void neverStarts() throws JobStoreException {
    store.put(WAITING);
    assertThat(jobs.take(_ -> true)).hasSize(1);
    var _ = cancelled("ann");
    time.runFor(Duration.ofSeconds(1));
    jobs.notRestarted(WAITING, "Its tool is gone.");
    time.runFor(Duration.ofSeconds(2));
    assertIsCancelled(store.find(WAITING.id()));
  }
}
