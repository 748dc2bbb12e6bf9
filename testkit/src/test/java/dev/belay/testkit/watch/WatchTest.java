package dev.belay.testkit.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WatchTest {
  @Test
  void aWaiterWakesWithTheChangeThatItWaitsFor() throws InterruptedException {
    var watch = new Watch();
    var value = new AtomicInteger();
    var changer =
        Thread.ofVirtual()
            .start(() -> {
              for (var i = 0; i < 1_000; i++) {
                value.incrementAndGet();
                watch.changed();
              }
            });
    watch.await(() -> value.get() == 1_000, Duration.ofSeconds(60), () -> "stuck at " + value);
    changer.join();

    assertThat(value).hasValue(1_000);
  }

  @Test
  void aWaiterThatFindsNothingSaysWhatThereWas() {
    assertThatThrownBy(() -> new Watch().find(() -> null, Duration.ZERO, () -> "only rain"))
        .isInstanceOf(AssertionError.class)
        .hasMessage("only rain");
  }
}
