package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Time;
import dev.belay.gateway.config.Isolation;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("An upstream over virtual minutes, on real processes")
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class UpstreamTest {
  private static final Duration PAUSE = Duration.ofMillis(5);

  private final HandTime time = new HandTime();
  private final Processes processes = new Processes(time);
  private final Upstream upstream = new Upstream(processes.server());

  @AfterEach
  void closeAll() throws InterruptedException {
    upstream.close(Grace.none());
    processes.close();
    // What ends late disarms late; the test's own limit ends this if something never does.
    while (time.armedTimers() > 0) {
      Time.system().sleep(PAUSE);
    }
  }

  @Test
  @DisplayName("P11: it stays down for 30 s after five crashes, and is tried again then")
  void itIsTriedAgainAfterThirtySeconds() throws InterruptedException, Unavailable {
    upstream.start();
    upstream.replay().established();
    for (int crash = 1; crash <= 5; crash++) {
      crash();
      time.advance(Duration.ofMillis(crash == 5 ? 0 : 800));
    }
    assertThatThrownBy(() -> upstream.lease())
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("30s");
    time.advance(Duration.ofMillis(29_999));
    assertThatThrownBy(() -> upstream.lease()).isInstanceOf(Unavailable.class);
    time.advance(Duration.ofMillis(1));
    try (var lease = leaseSoon()) {
      assertThat(lease.link().restart().why()).contains("ended unexpectedly");
    }
  }

  /** The restart begins on a thread of its own, before which the answer is still no. */
  private Lease leaseSoon() throws InterruptedException {
    while (true) {
      try {
        return upstream.lease();
      } catch (Unavailable _) {
        Time.system().sleep(PAUSE);
      }
    }
  }

  private void crash() throws InterruptedException, Unavailable {
    try (var lease = upstream.lease()) {
      var _ = Processes.child(lease.link()).stop(Grace.none());
      lease.link().gone().join();
    }
  }

  @Test
  @DisplayName("C33: a suspect with a call that does not end is killed after 30 s, and no sooner")
  void aSuspectIsKilledAfterThirtySeconds() throws InterruptedException, Unavailable {
    upstream.start();
    var good = upstream.lease();
    upstream.suspect(good.link(), "did not obey");
    try (var next = upstream.lease()) {
      assertThat(next.link()).isNotSameAs(good.link());
      assertThat(next.link().restart().why())
          .isEqualTo("The server \"dull\" did not obey, so it was replaced.");
    }
    time.advance(Duration.ofMillis(29_999));
    assertThat(good.link().isLost()).isFalse();
    time.advance(Duration.ofMillis(1));
    assertThat(good.link().loss()).extracting(Loss::kind).isEqualTo(Loss.Kind.REPLACED);
    good.link().gone().join();
    good.close();
  }

  @Test
  @DisplayName("C33: it is killed when its last good call has ended, and nobody counts twice")
  void aSuspectIsKilledWithItsLastGoodCall() throws InterruptedException, Unavailable {
    upstream.start();
    var one = upstream.lease();
    var two = upstream.lease();
    upstream.suspect(one.link(), "did not obey");
    upstream.suspect(one.link(), "did not obey again");
    one.close();
    one.close();
    assertThat(two.link().isLost()).isFalse();
    two.close();
    assertThat(two.link().loss()).extracting(Loss::kind).isEqualTo(Loss.Kind.REPLACED);
    two.link().gone().join();
  }

  @Test
  @DisplayName("A crash of a suspect is not a second reason to replace it")
  void aSuspectThatCrashesIsNotReplacedTwice() throws InterruptedException, Unavailable {
    upstream.start();
    upstream.replay().established();
    var good = upstream.lease();
    upstream.suspect(good.link(), "did not obey");
    var next = upstream.lease();
    var _ = Processes.child(good.link()).stop(Grace.none());
    good.link().gone().join();
    good.close();
    try (var same = upstream.lease()) {
      assertThat(same.link()).isSameAs(next.link());
    }
    next.close();
  }

  @Test
  @DisplayName("A call that is interrupted while no process is ready waits in no line any more")
  void anInterruptedLeaseLeavesTheLine() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> upstream.lease()).isInstanceOf(InterruptedException.class);
    assertThat(upstream.waiting()).isZero();
  }

  @Test
  @DisplayName("isolation: call starts a bounded number of processes; further calls wait")
  void ownProcessesAreBounded() throws InterruptedException, Unavailable {
    var own = new Upstream(processes.with(Isolation.CALL).server());
    var leases = new ArrayList<Lease>();
    for (int i = 0; i < OwnProcesses.MOST; i++) {
      leases.add(own.lease());
    }
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> own.lease()).as("it waits").isInstanceOf(InterruptedException.class);
    assertThat(own.waitingText()).contains("Only 32 calls").contains("isolation: call");
    leases.removeFirst().close();
    leases.add(own.lease());
    own.close(Grace.none());
  }
}
