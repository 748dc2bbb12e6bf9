package dev.belay.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.call.CallId;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.core.job.Job.State;
import dev.belay.core.time.Simulation;
import dev.belay.core.time.SimulationThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A job of another process that uses the same store")
final class JobsElsewhereTest {
  private static final Job RUNNING =
      new Job(
          new CallId("there", 7, 1),
          "crawl",
          null,
          "ann",
          null,
          Instant.EPOCH,
          Duration.ofMinutes(1),
          Instant.EPOCH.plus(Duration.ofDays(1)),
          new State.Open(Job.Step.RUNNING, null, Duration.ZERO, null));
  private static final Job COMPLETED =
      RUNNING.in(
          new State.Ended(
              Instant.EPOCH,
              Job.Ending.COMPLETED,
              "",
              "",
              new Payload("text", new byte[3]),
              Duration.ofSeconds(5)));

  private final Simulation time = new Simulation(1);
  private final MemoryJobStore store = new MemoryJobStore(1 << 20);
  private final Jobs jobs =
      new Jobs(
          store,
          () -> new Jobs.Terms(Duration.ofHours(1), 100),
          10,
          _ -> null,
          time.threads(),
          time,
          _ -> {});

  private AtomicReference<Object> awaited(Duration most) {
    var found = new AtomicReference<>();
    SimulationThreads.start(time, () -> found.set(jobs.await("ann", RUNNING.id(), most)));
    return found;
  }

  @Test
  @DisplayName("is awaited, and is looked for now and then meanwhile")
  void awaitedUntilItsEnd() throws JobStoreException {
    store.put(RUNNING);
    var found = awaited(Duration.ofMinutes(1));
    time.runFor(Duration.ofSeconds(5));
    assertThat(found).hasNullValue();
    store.put(COMPLETED);
    time.runFor(Duration.ofSeconds(2));
    assertThat(found).hasValue(COMPLETED);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 2_500})
  @DisplayName("is awaited no longer than is asked for")
  void awaitedInVain(long most) throws JobStoreException {
    store.put(RUNNING);
    var found = awaited(Duration.ofMillis(most));
    time.runFor(Duration.ofMillis(Math.max(1, most - 100)));
    assertThat(found.get() == null).isEqualTo(most > 0);
    time.runFor(Duration.ofMillis(200));
    assertThat(found).hasValue(RUNNING);
  }

  @Test
  @DisplayName("cannot be cancelled here, which is said")
  void cancelled() throws JobStoreException {
    store.put(RUNNING);
    assertThatThrownBy(() -> jobs.cancel("ann", RUNNING.id(), Cause.CLIENT, "test"))
        .isInstanceOf(JobStoreException.class)
        .hasMessage("The job runs in another process of Belay, which alone can cancel it.");
  }
}
