package dev.belay.core.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.approval.Approval.Asked;
import dev.belay.core.approval.Approval.End;
import dev.belay.core.approval.Approval.State;
import dev.belay.core.approval.Approval.Terms;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.core.time.Seeds;
import dev.belay.core.time.Simulation;
import dev.belay.core.time.SimulationThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A decision that is confirmed takes effect, and runs one call")
final class ApprovalsSimulationTest {
  @Test
  @DisplayName("in 10,000 orders of deciding, expiring, cancelling, handing off and calling again")
  void everyOrder() {
    Seeds.forEach(10_000, seed -> new World(seed).run());
  }

  private static final class World {
    private final Random random;
    private final Simulation time;
    private final Governor governor;
    private final Approvals approvals;
    private final List<Waiter> calls = new ArrayList<>();

    World(long seed) {
      random = new Random(seed);
      time = new Simulation(seed);
      approvals = new Approvals(time, _ -> {});
      governor = new Governor(GovernorOptions.simulated(time, seed));
    }

    void run() {
      for (int i = 0; i < 3; i++) {
        var waiter = new Waiter(this, i);
        calls.add(waiter);
        go(waiter::call);
        go(waiter::decide);
        go(waiter::decide);
        if (random.nextBoolean()) {
          go(waiter::cancel);
        }
      }
      time.run();
      calls.forEach(Waiter::verify);
      assertThat(approvals.open()).isEmpty();
      assertThat(time.armedTimers()).isZero();
    }

    void go(SimulationThreads.Action step) {
      SimulationThreads.start(time, step);
    }

    void pause(int most) throws InterruptedException {
      time.sleep(Duration.ofMillis(random.nextInt(most)));
    }
  }

  /** A call, those who decide on it, and who cancels it. */
  private static final class Waiter implements Approvals.Requester {
    private final World world;
    private final int number;
    private final boolean becomesJob;
    private final AtomicInteger runs = new AtomicInteger();
    private final List<Approvals.Result> results = new ArrayList<>();
    private final List<Approval> told = new ArrayList<>();
    private @Nullable Call call;

    Waiter(World world, int number) {
      this.world = world;
      this.number = number;
      becomesJob = world.random.nextBoolean();
    }

    void call() throws InterruptedException {
      world.pause(20);
      // Two of the three are equal, and one late grant may serve either.
      var arguments = "{\"n\":" + number / 2 + "}";
      var asked = new Asked("files", "delete", arguments, arguments, "v1", "", false);
      var terms = new Terms(Duration.ofMillis(40), Duration.ofMillis(80), 1, /* canBeLate= */ true);
      var request =
          CallRequest.of("delete", new Payload("test", new byte[0]))
              .withCaller(Caller.of("ada", null))
              .withLimits(new Limits(Duration.ofMillis(30), Duration.ofMillis(30)))
              .withGates(world.approvals.gate(asked, terms, this));
      call =
          world.governor.start(
              request,
              context -> {
                runs.incrementAndGet();
                world.pause(10);
                return new Payload("test", new byte[0]);
              },
              _ -> {});
    }

    @Override
    public void asked(Approval approval) {
      told.add(approval);
    }

    @Override
    public void over(Approval approval) {
      told.add(approval);
    }

    @Override
    public boolean becomesJob(CallId id) {
      return becomesJob;
    }

    void decide() throws InterruptedException {
      world.pause(140);
      var asks = call;
      if (asks != null) {
        boolean yes = world.random.nextBoolean();
        var by = "p" + world.random.nextInt(9);
        results.add(
            world.approvals.decide(
                asks.info().id(), new Decision(yes, Decision.Scope.ONCE, by, "api", "")));
      }
    }

    void cancel() throws InterruptedException {
      world.pause(140);
      var asks = call;
      if (asks != null) {
        asks.cancel(Cause.CLIENT, "not wanted");
      }
    }

    void verify() {
      assertThat(call).isNotNull();
      var outcome = call.outcome().orElseThrow();
      var approval = world.approvals.find(call.info().id());
      var taken = results.stream().filter(Approvals.Result.Taken.class::isInstance).toList();
      if (approval == null) {
        // Passed by a late grant, or cancelled before it came to its gate.
        assertThat(taken).isEmpty();
        assertThat(told).isEmpty();
        return;
      }
      assertThat(told).hasSize(2);
      assertThat(told.getFirst().isOpen()).isTrue();
      assertThat(told.getLast().isOpen()).isFalse();
      assertThat(taken.size()).as("decisions that count").isLessThanOrEqualTo(1);
      var how = ((State.Over) approval.state()).how();
      assertThat(taken.isEmpty()).isEqualTo(how == End.EXPIRED || how == End.WITHDRAWN);
      assertThat(runs.get()).isLessThanOrEqualTo(how == End.ALLOWED ? 1 : 0);
      boolean isCancelled = outcome instanceof Outcome.Cancelled;
      switch (how) {
        case ALLOWED -> assertThat(isCancelled || outcome instanceof Outcome.Completed).isTrue();
        case DENIED, EXPIRED, GRANTED_LATE ->
            assertThat(isCancelled || outcome instanceof Outcome.Refused).isTrue();
        case WITHDRAWN -> assertThat(isCancelled).isTrue();
      }
    }
  }
}
