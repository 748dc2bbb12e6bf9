package dev.belay.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallRequest;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Payload;
import dev.belay.core.time.Simulation;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("C38: what open jobs keep of their requests is bounded in bytes")
final class JobPlacesTest {
  private static final EffectiveLimits.Part NONE =
      new EffectiveLimits.Part(Duration.ZERO, "test", "--test");
  private static final EffectiveLimits LIMITS = EffectiveLimits.clamped(NONE, NONE);

  private final Simulation time = new Simulation(1);
  private final Governor governor = new Governor(GovernorOptions.simulated(time, 1));
  private final Jobs jobs =
      new Jobs(
          new MemoryJobStore(1 << 20),
          () -> new Jobs.Terms(Duration.ofHours(1), 100),
          100,
          _ -> null,
          time.threads(),
          time,
          _ -> {});

  private boolean isHandedOff(int bytes) {
    var call =
        governor.start(
            CallRequest.of("crawl", new Payload("text", new byte[bytes])),
            _ -> {
              time.sleep(Duration.ofSeconds(10));
              return Payload.EMPTY;
            },
            made -> made.attach(_ -> {}));
    return jobs.handOff(
        call,
        LIMITS,
        Estimator.Expected.NOTHING,
        Duration.ZERO,
        null,
        _ -> new Payload("text", new byte[0]));
  }

  @Test
  void aLongRequestTakesThePlacesOfSeveral() {
    assertThat(isHandedOff(3 << 20)).as("the first").isTrue();
    assertThat(isHandedOff(3 << 20)).as("another, beyond half of what is left").isFalse();
    assertThat(isHandedOff(10)).as("a short one").isTrue();
    time.runFor(Duration.ofSeconds(20));
    assertThat(jobs.open()).isZero();
    assertThat(isHandedOff(3 << 20)).as("after their ends").isTrue();
    time.runFor(Duration.ofSeconds(20));
  }

  @Test
  @DisplayName("A client that has a result may call at once: the place is free by then")
  void aPlaceIsFreeBeforeTheEndIsTold() {
    var next = new AtomicReference<Boolean>();
    assertThat(isHandedOff(64 << 20)).isTrue();
    var _ = jobs.drained().thenRun(() -> next.set(isHandedOff(64 << 20)));
    time.runFor(Duration.ofSeconds(30));
    assertThat(next).hasValue(true);
  }

  @Test
  void aRequestLongerThanAllPlacesIsAJobWhereThereIsNoOther() {
    assertThat(isHandedOff(64 << 20)).isTrue();
    assertThat(isHandedOff(10)).isFalse();
    time.runFor(Duration.ofSeconds(20));
    assertThat(isHandedOff(10)).isTrue();
    time.runFor(Duration.ofSeconds(20));
  }
}
