package dev.belay.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Seeds;
import dev.belay.core.time.Time;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("C39: a turn outlives its clients by its grace, and no longer")
final class TurnWaitersTest {
  private static final Duration GRACE = Duration.ofSeconds(30);

  private TurnRig rig = new TurnRig(1);
  private Turn turn = begun(GRACE);

  private Turn begun(Duration grace) {
    return rig.begin(TurnRequest.of("main", "s").withGrace(grace));
  }

  /** Gives in seconds when it was aborted, and why. */
  private List<String> ends() {
    var ends = new ArrayList<String>();
    var _ =
        turn.cancellation()
            .onCancel(_ ->
                ends.add(
                    rig.simulation.nanos() / 1e9 + " " + turn.stopped().orElseThrow().detail()));
    rig.simulation.run();
    return ends;
  }

  @Test
  @DisplayName(
      "S1-52, S1-53: without a grace it is aborted as its client leaves, and the log says so")
  void withoutGrace() {
    turn = begun(Duration.ZERO);
    var client = turn.attach();
    rig.at(3, client::leave);
    assertThat(ends()).containsExactly("3.0 client_disconnect");
    assertThat(rig.log).containsExactly("Client disconnected mid-turn [main:s]");
  }

  @Test
  @DisplayName("With one it goes on for exactly that long")
  void grace() {
    var client = turn.attach();
    rig.at(3, client::leave);
    assertThat(ends()).containsExactly("33.0 client_disconnect");
    assertThat(rig.log).containsExactly("Client disconnected mid-turn [main:s]");
    assertThat(turn.hasEnded()).isTrue();
  }

  @Test
  @DisplayName("A client that comes back in time keeps it; its own departure begins a whole grace")
  void comesBack() {
    var client = turn.attach();
    rig.at(3, client::leave);
    rig.at(32, () -> rig.at(100, turn.attach()::leave));
    assertThat(ends()).containsExactly("130.0 client_disconnect");
  }

  @Test
  @DisplayName("While one client is there, another may leave, and twice")
  void oneStays() {
    var first = turn.attach();
    var second = turn.attach();
    rig.at(1, first::leave);
    rig.at(2, first::leave);
    rig.at(80, second::leave);
    assertThat(ends()).containsExactly("110.0 client_disconnect");
  }

  @Test
  @DisplayName("A turn that never had a client goes on to its limit")
  void neverAClient() {
    assertThat(ends()).containsExactly("1800.0 timeout");
  }

  @Test
  @DisplayName("A turn that ends in its grace leaves no timer, and is not aborted")
  void endsInItsGrace() {
    var client = turn.attach();
    client.leave();
    assertThat(turn.complete()).isTrue();
    turn.attach().leave();
    assertThat(rig.simulation.armedTimers()).as("that of all ended turns").isEqualTo(1);
    assertThat(ends()).isEmpty();
    assertThat(rig.log).isEmpty();
  }

  @Test
  @DisplayName("However clients come and go, it ends one grace after the last one has left")
  void manyComeAndGo() {
    Seeds.forEach(
        300,
        seed -> {
          rig = new TurnRig(seed);
          turn = begun(GRACE);
          var random = new Random(seed);
          double last = 0;
          for (int i = 0; i < 8; i++) {
            // Each comes while the one before it is there, or within its grace.
            double from = Math.max(0, last + random.nextInt(-10, 30));
            double to = from + random.nextInt(1, 40);
            rig.at(from, () -> rig.at(to, turn.attach()::leave));
            last = Math.max(last, to);
          }
          assertThat(ends()).containsExactly(last + 30 + " client_disconnect");
        });
  }

  @Test
  @DisplayName("A timer that fires just as a client comes and leaves again takes no later one away")
  void outdatedTimer() {
    var actions = new ArrayList<Runnable>();
    var ends = new ArrayList<Boolean>();
    var time =
        (Time)
            Proxy.newProxyInstance(
                Time.class.getClassLoader(),
                new Class<?>[] {Time.class},
                (_, method, arguments) -> {
                  assertThat(method.getName()).isEqualTo("after");
                  actions.add((Runnable) arguments[1]);
                  return (Time.Timer) () -> {};
                });
    var waiters = new TurnWaiters(time, GRACE, ends::add);
    waiters.attach().leave();
    waiters.attach().leave();
    actions.getFirst().run();
    assertThat(ends).isEmpty();
    actions.getLast().run();
    assertThat(ends).containsExactly(true);
  }
}
