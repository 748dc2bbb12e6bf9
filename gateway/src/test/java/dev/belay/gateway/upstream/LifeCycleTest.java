package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Era;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.tree.Grace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The life cycle of an upstream, transition by transition")
final class LifeCycleTest {
  private final HandTime time = new HandTime();
  private final DullServers dull = new DullServers(time);
  private final Server server = dull.server().within(new Puppets());
  private final LifeCycle life = new LifeCycle(server, null, new Restarts(), this::perform);
  private final List<String> told = new ArrayList<>();
  private final List<LifeCycle.Effect> others = new ArrayList<>();

  @AfterEach
  void closeProcesses() throws InterruptedException {
    perform(life.close(Grace.none()));
    assertThat(time.armedTimers()).isZero();
  }

  private void perform(List<LifeCycle.Effect> effects) {
    for (var effect : effects) {
      switch (effect) {
        case LifeCycle.Effect.HandOver(var delivery, var link) -> delivery.to(link);
        case LifeCycle.Effect.Refuse(var deliveries, var why) ->
            deliveries.forEach(delivery -> delivery.unavailable(why));
        case LifeCycle.Effect.Stop(var link, var why, _) -> {
          others.add(effect);
          link.lose(why);
        }
        case LifeCycle.Effect.Drain(var link) -> {
          for (var next = life.next(link); !next.isEmpty(); next = life.next(link)) {
            next.forEach(delivery -> delivery.to(link));
          }
        }
        case LifeCycle.Effect other -> others.add(other);
      }
    }
  }

  private UpstreamConnection connection() {
    try {
      var link =
          new UpstreamConnection(
              server,
              new AtomicLong(1),
              Restart.NONE,
              (lost, why) -> perform(life.lost(lost, why)));
      perform(life.made(link));
      return link;
    } catch (CannotStart e) {
      throw new AssertionError(e);
    }
  }

  private UpstreamConnection opened() {
    var link = connection();
    perform(life.opened(link));
    return link;
  }

  private static Loss crashed() {
    return new Loss(Loss.Kind.CRASHED, "gone");
  }

  private void deliver(Delivery delivery) {
    perform(life.deliver(delivery));
  }

  @Test
  @DisplayName("P9: the end waits for starts that are under way, and nothing starts after it")
  void theEndWaitsForStarts() {
    assertThat(life.starts()).isTrue();
    perform(life.close(Grace.none()));
    assertThat(life.allStarted()).isNotDone();
    life.started();
    assertThat(life.allStarted()).isDone();
    assertThat(life.starts()).isFalse();
  }

  @Test
  void queuedDeliveriesAreHandedOverFirstAndInOrder() {
    deliver(note("1"));
    deliver(note("2"));
    assertThat(told).isEmpty();
    var _ = opened();
    deliver(note("3"));
    assertThat(told).containsExactly("to 1", "to 2", "to 3");
  }

  @Test
  void newDeliveriesQueueBehindThoseBeingHandedOver()
      throws InterruptedException, ExecutionException {
    var reached = new CountDownLatch(1);
    var goOn = new CompletableFuture<Boolean>();
    deliver(
        note(
            "1",
            () -> {
              reached.countDown();
              goOn.join();
            }));
    deliver(note("2"));
    var opening = CompletableFuture.runAsync(this::opened);
    reached.await();
    deliver(note("3"));
    goOn.complete(true);
    opening.get();
    assertThat(told).containsExactly("to 1", "to 2", "to 3");
  }

  @Test
  @DisplayName("P11: deliveries after a loss wait for the successor, also those behind others")
  void deliveriesAfterALossWaitForTheSuccessor() {
    server.snapshot().established();
    var first = connection();
    deliver(note("1", () -> first.lose(crashed())));
    perform(life.opened(first));
    deliver(note("2"));
    assertThat(told).containsExactly("to 1");
    var _ = opened();
    assertThat(told).containsExactly("to 1", "to 2");
  }

  @Test
  @DisplayName("Deliveries between a loss and its transition wait for the successor")
  void deliveriesBetweenALossAndItsTransitionWait() throws CannotStart {
    server.snapshot().established();
    var link =
        new UpstreamConnection(
            server,
            new AtomicLong(1),
            Restart.NONE,
            (lost, why) -> {
              deliver(note("1"));
              assertThat(life.lease(lost)).isFalse();
              perform(life.lost(lost, why));
            });
    perform(life.opened(link));
    link.lose(crashed());
    assertThat(told).isEmpty();
    var _ = opened();
    assertThat(told).containsExactly("to 1");
  }

  @Test
  @DisplayName("C34: a connection that began to retire meanwhile gets no queued delivery")
  void aRetiringConnectionGetsNoNewDeliveries() {
    var link = connection();
    deliver(note("1", () -> perform(life.ignoredStop(link, "did not obey", ""))));
    deliver(note("2"));
    deliver(note("3"));
    perform(life.opened(link));
    assertThat(told).as("what is handed over at once").containsExactly("to 1", "to 2", "to 3");
    deliver(note("4"));
    assertThat(told).hasSize(3);
    assertThat(life.lease(link)).isFalse();
  }

  @Test
  @DisplayName("A server that never served is started by the next delivery that wakes it")
  void aFailedStartRefusesAndWaitsForDemand() {
    deliver(note("1"));
    perform(life.failed("no such program"));
    assertThat(told).containsExactly("no 1: no such program");
    assertThat(life.standing().condition()).isEqualTo(Standing.Condition.DOWN);
    assertThat(others).isEmpty();
    deliver(note("2"));
    deliver(note("3"));
    assertThat(others).containsExactly(new LifeCycle.Effect.Begin());
    var _ = opened();
    assertThat(told).endsWith("to 2", "to 3");
  }

  @Test
  @DisplayName("A connection that was lost before it served is a start that failed")
  void aConnectionLostBeforeItServesIsAFailedStart() {
    var link = connection();
    link.lose(crashed());
    deliver(note("1"));
    perform(life.opened(link));
    assertThat(told).containsExactly("no 1: gone");
  }

  @Test
  void afterCloseDeliveriesAreRefused() {
    deliver(note("1"));
    perform(life.close(Grace.none()));
    var late = connection();
    assertThat(late.isLost()).as("it is ended at once").isTrue();
    perform(life.opened(late));
    deliver(note("2"));
    assertThat(told).containsExactly("no 1: Belay is ending.", "no 2: Belay is ending.");
  }

  @Test
  @DisplayName("A withdrawn delivery takes no place in the queue")
  void aWithdrawnDeliveryMakesRoom() {
    for (int i = 0; i < 20_000; i++) {
      var given = note("x");
      deliver(given);
      life.takeBack(given);
    }
    assertThat(told).isEmpty();
  }

  @Test
  void tooManyWaitingDeliveriesAreRefused() {
    for (int i = 0; i < 10_000; i++) {
      deliver(note("x"));
    }
    assertThat(told).isEmpty();
    deliver(note("one too many"));
    assertThat(told).singleElement().asString().startsWith("no one too many: More than 10000");
  }

  @Test
  @DisplayName("C34: of the connections that retire at most four remain")
  void theFifthRetiringConnectionEndsTheOldest() {
    var links = new ArrayList<UpstreamConnection>();
    links.add(opened());
    for (int i = 0; i < 6; i++) {
      var last = links.getLast();
      assertThat(life.lease(last)).isTrue();
      links.add(connection());
      perform(life.changeOver(last, links.getLast(), "It is old."));
    }
    assertThat(links.stream().map(UpstreamConnection::isLost))
        .containsExactly(true, true, false, false, false, false, false);
    assertThat(life.standing().retiring().stream().filter(one -> one.calls() > 0)).hasSize(4);
  }

  @Test
  @DisplayName("C33: a retiring connection ends with the last of its calls, once")
  void aRetiringConnectionEndsWithItsLastCall() {
    var link = opened();
    assertThat(life.lease(link)).isTrue();
    assertThat(life.lease(link)).isTrue();
    perform(life.ignoredStop(link, "did not obey", ""));
    perform(life.ignoredStop(link, "did not obey again", ""));
    perform(life.leaseEnded(link));
    assertThat(link.isLost()).isFalse();
    perform(life.leaseEnded(link));
    assertThat(link.loss()).extracting(Loss::kind).isEqualTo(Loss.Kind.REPLACED);
    assertThat(others.stream().filter(LifeCycle.Effect.Stop.class::isInstance)).hasSize(1);
  }

  private List<LifeCycle.Effect> begun() {
    if (life.restart() instanceof LifeCycle.Restarted.Begun(var effects)) {
      perform(effects);
      return effects;
    }
    throw new AssertionError("refused");
  }

  @Test
  @DisplayName("A restart for a person ends no call, however many of them retire already")
  void aRestartEndsNoCall() {
    var links = new ArrayList<UpstreamConnection>();
    server
        .snapshot()
        .opened(
            Era.LEGACY,
            Envelope.parseOwn(Messages.response(RequestId.of(1), new byte[] {'{', '}'})));
    for (int i = 0; i < 4; i++) {
      links.add(opened());
      assertThat(life.lease(links.getLast())).isTrue();
      assertThat(begun()).contains(new LifeCycle.Effect.Begin());
      deliver(note("after " + i));
    }
    assertThat(life.restart()).isEqualTo(new LifeCycle.Restarted.Refused("it is being started"));
    var last = opened();
    assertThat(told).containsExactly("to after 0", "to after 1", "to after 2", "to after 3");
    assertThat(life.restart())
        .isEqualTo(
            new LifeCycle.Restarted.Refused(
                "4 of its processes retire, and one of them would be ended with its calls"));
    assertThat(links).noneMatch(UpstreamConnection::isLost);
    perform(life.leaseEnded(links.getFirst()));
    assertThat(links.getFirst().isLost()).isTrue();
    assertThat(begun()).as("there is room again").contains(new LifeCycle.Effect.Begin());
    assertThat(last.isLost()).as("it had no call").isTrue();
  }

  @Test
  @DisplayName("A start that waits, or is given up, is made at once for a person")
  void aRestartBringsAStartForward() {
    assertThat(life.restart())
        .isEqualTo(
            new LifeCycle.Restarted.Refused("it does not run, and is started when it is needed"));
    deliver(note("1"));
    perform(life.failed("no such program"));
    assertThat(begun()).containsExactly(new LifeCycle.Effect.Begin());
    assertThat(time.armedTimers()).isZero();
    var _ = opened();
    assertThat(life.standing().condition()).isEqualTo(Standing.Condition.UP);
    perform(life.close(Grace.none()));
    assertThat(life.restart())
        .isEqualTo(new LifeCycle.Restarted.Refused("it is over: Belay is ending."));
  }

  private Delivery note(String name) {
    return note(name, () -> {});
  }

  private Delivery note(String name, Runnable then) {
    return new Delivery() {
      @Override
      public void to(UpstreamConnection link) {
        told.add("to " + name);
        then.run();
      }

      @Override
      public void unavailable(String why) {
        told.add("no " + name + ": " + why);
      }
    };
  }
}
