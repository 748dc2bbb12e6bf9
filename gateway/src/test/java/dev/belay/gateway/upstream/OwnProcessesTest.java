package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.config.Isolation;
import dev.belay.core.time.HandTime;
import dev.belay.process.tree.Grace;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("isolation: call: principals share the processes that calls have of their own")
final class OwnProcessesTest {
  /** What a principal has that is alone. */
  private static final int HALF = OwnProcesses.MOST / 2;

  private final HandTime time = new HandTime();
  private final DullServers dull = new DullServers(time);
  private final Puppets puppets = new Puppets();
  private final Upstream own = new Upstream(dull.with(Isolation.CALL).server().within(puppets));

  @AfterEach
  void closeAll() throws InterruptedException {
    own.close(Grace.none());
    Puppets.until(() -> time.armedTimers() == 0);
  }

  private CompletableFuture<Lease> call(String principal) {
    return Puppets.leasing(own, principal);
  }

  /** Has as many calls of the principal wait as that, besides those that have a process. */
  private Deque<CompletableFuture<Lease>> waiting(String principal, int count)
      throws InterruptedException {
    var calls = new ArrayDeque<CompletableFuture<Lease>>();
    for (int i = 1; i <= count; i++) {
      int number = i;
      calls.add(call(principal));
      Puppets.until(() -> own.ownProcesses().waiting() == number);
    }
    return calls;
  }

  private Deque<Lease> half(String principal) throws InterruptedException, Unavailable {
    var leases = new ArrayDeque<Lease>();
    for (int i = 0; i < HALF; i++) {
      leases.add(own.lease(principal));
    }
    return leases;
  }

  @Test
  @DisplayName("C38: however many calls of one principal hang, a call of another has a process")
  void hangingCallsOfOnePrincipalLeaveRoomForOthers() throws InterruptedException, Unavailable {
    for (int i = 0; i < OwnProcesses.MOST * 2; i++) {
      var _ = call("ada");
    }
    Puppets.until(() -> own.ownProcesses().waiting() == OwnProcesses.MOST + HALF);
    // A call has its place before its process.
    Puppets.until(() -> puppets.all.size() >= HALF);
    assertThat(puppets.all).hasSize(HALF);
    assertThat(own.lease("bob").link().isLost()).isFalse();
    assertThat(own.lease("eve").link().isLost()).isFalse();
    assertThat(puppets.all).hasSize(HALF + 2);
  }

  @Test
  @DisplayName("isolation: call starts a bounded number of processes; further calls wait")
  void processesAreBounded() throws InterruptedException, Unavailable {
    var leases = new ArrayDeque<Lease>();
    for (int i = 0; i < OwnProcesses.MOST; i++) {
      leases.add(own.lease("user-" + i));
    }
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> own.lease("local"))
        .as("it waits")
        .isInstanceOf(InterruptedException.class);
    assertThat(own.waitingText()).contains("At most 64 calls").contains("isolation: call");
    leases.remove().close();
    assertThat(own.lease("local").link().isLost()).isFalse();
  }

  @Test
  @DisplayName("Calls of one principal wait in order; one that gives up leaves the queue")
  void callsOfOnePrincipalWaitInOrder() throws InterruptedException, Unavailable {
    var running = half("ada");
    var waiting = waiting("ada", 3);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> own.lease("ada")).isInstanceOf(InterruptedException.class);
    assertThat(own.ownProcesses().waiting()).isEqualTo(3);
    while (!waiting.isEmpty()) {
      running.remove().close();
      running.add(waiting.remove().join());
      assertThat(waiting).noneMatch(CompletableFuture::isDone);
    }
    assertThat(own.ownProcesses().waiting()).isZero();
  }

  @Test
  @DisplayName("The next place goes to the principal with the fewest, though it came later")
  void thePrincipalWithTheFewestCallsIsNext() throws InterruptedException, Unavailable {
    var adas = half("ada");
    var bobs = new ArrayDeque<Lease>();
    // Beside the 32 of one, another has 16: 17 would be more than remain free then.
    while (bobs.size() < HALF / 2) {
      bobs.add(own.lease("bob"));
    }
    var ada = call("ada");
    Puppets.until(() -> own.ownProcesses().waiting() == 1);
    var bob = call("bob");
    Puppets.until(() -> own.ownProcesses().waiting() == 2);
    adas.remove().close();
    adas.remove().close();
    assertThat(bob.join().link().isLost()).isFalse();
    assertThat(ada).isNotDone();
  }

  @Test
  @DisplayName("A call that could not be started, or has ended, holds no place")
  void endedAndFailedCallsReturnTheirPlaces() throws InterruptedException, Unavailable {
    for (int round = 0; round < 3; round++) {
      half("ada").forEach(Lease::close);
    }
    var none = new Upstream(dull.running("/no/such/program").server());
    for (int i = 0; i <= OwnProcesses.MOST; i++) {
      assertThatThrownBy(() -> none.lease("ada")).isInstanceOf(Unavailable.class);
    }
  }
}
