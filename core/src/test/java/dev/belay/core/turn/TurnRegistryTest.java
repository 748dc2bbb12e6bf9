package dev.belay.core.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.claims.Claim;
import dev.belay.core.call.Caller;
import dev.belay.core.lane.Lane;
import dev.belay.core.share.Shares;
import dev.belay.core.time.HandTime;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Whatever runs in a turn can be found and aborted by the turn's id")
final class TurnRegistryTest {
  private final TurnRig rig = new TurnRig(1);
  private final TurnRequest request = TurnRequest.of("main", "a:b");

  @Test
  @DisplayName("S1-41, C30: agent, session and time; two of one millisecond have two ids")
  void ids() {
    var first = rig.begin(request);
    var second = rig.begin(request);
    assertThat(first.id()).hasToString("main:a:b:0-1");
    assertThat(second.id()).hasToString("main:a:b:0-2");
  }

  @Test
  @DisplayName("S1-47: who, since when, the tool that runs now, how many calls")
  void details() {
    var turn =
        rig.running(
            request,
            List.of(
                rig.tool("read", 1, "x").as("a"),
                rig.tool("list", 3, "y").as("b"),
                rig.tool("wait", 9, "z").in(new Lane.Exclusive()).as("c")));
    rig.at(
        2,
        () ->
            assertThat(rig.registry.active())
                .containsExactly(
                    new TurnDetails(
                        turn.turn().id(), "main", "a:b", Instant.EPOCH, "list", 3, null)));
    rig.at(5, () -> assertThat(rig.registry.active().getFirst().currentTool()).isEqualTo("wait"));
    rig.at(13, () -> assertThat(rig.registry.active()).isEmpty());
    rig.simulation.run();
    assertThat(turn.results()).hasSize(3);
  }

  @Test
  @Claim({"S1-94", "S1-95"})
  @DisplayName("S1-48, S1-94, S1-95: an unknown turn, an ended one, an abort twice")
  void aborts() {
    assertThat(rig.registry.abort(new TurnId("nobody"), AbortReason.USER)).isFalse();
    var turn = rig.running(request, List.of(rig.hanging("crawl").as("a")));
    rig.at(
        1,
        () -> {
          assertThat(rig.registry.abort(turn.turn().id(), AbortReason.USER)).isTrue();
          assertThat(rig.registry.abort(turn.turn().id(), AbortReason.USER)).isTrue();
        });
    rig.at(2, () -> assertThat(rig.registry.abort(turn.turn().id(), AbortReason.USER)).isFalse());
    rig.simulation.run();
    assertThat(turn.story().stream().filter(one -> one.startsWith("abort"))).hasSize(1);
  }

  @Test
  @DisplayName("S1-105, C10: what fails because of a stop from above ends for the reason above")
  void reasonFromAbove() {
    var parent = rig.begin(request);
    var child = rig.begin(TurnRequest.of("other", "s2").within(parent.id()));
    var grandchild = rig.begin(TurnRequest.of("third", "s3").within(child.id()));
    // Whatever waits for a turn is stopped before that turn.
    var _ = parent.cancellation().onCancel(_ -> grandchild.fail("The model was stopped."));
    assertThat(parent.abort(AbortReason.USER)).isTrue();
    assertThat(List.of(child, grandchild))
        .allSatisfy(turn ->
            assertThat(TurnRig.events(turn).stream().map(TurnRig::word))
                .containsExactly("start", "error Turn cancelled by user", "abort user"));
  }

  @Test
  @DisplayName(
      "An ended turn that had to make room is gone, though its time to be read is not over")
  void makesRoom() throws InterruptedException {
    var unreachable = new ReferenceQueue<Turn>();
    var first = new WeakReference<>(ended(), unreachable);
    for (int i = 0; i < TurnOptions.MOST_ENDED; i++) {
      var _ = ended();
    }
    assertThat(rig.simulation.armedTimers()).as("one for all of them").isEqualTo(1);
    System.gc();
    assertThat(unreachable.remove()).isSameAs(first);
  }

  private Turn ended() {
    var turn = rig.begin(request);
    assertThat(turn.complete()).isTrue();
    return turn;
  }

  @Test
  @DisplayName("What its model says is among its events; what went wrong is said in its own words")
  void sayingAndFailing() {
    var turn = rig.begin(request);
    turn.say("Let me see");
    assertThat(turn.fail("The model is overloaded.")).isTrue();
    assertThat(turn.fail("And again.")).isFalse();
    turn.say("too late");
    assertThat(TurnRig.events(turn).stream().map(TurnRig::word))
        .containsExactly(
            "start", "say Let me see", "error The model is overloaded.", "abort error");
  }

  @Test
  @DisplayName("An ended turn can be read for five minutes, and the last thousand of them")
  void endedTurns() {
    var turn = rig.begin(request);
    turn.complete();
    rig.simulation.runFor(Duration.ofMinutes(5).minusMillis(1));
    assertThat(rig.registry.find(turn.id())).contains(turn);
    rig.simulation.runFor(Duration.ofMillis(2));
    assertThat(rig.registry.find(turn.id())).isEmpty();
    var many = IntStream.range(0, 1_001).mapToObj(i -> rig.begin(of("p" + i / 100))).toList();
    many.forEach(Turn::complete);
    assertThat(rig.registry.find(many.getFirst().id())).isEmpty();
    assertThat(rig.registry.find(many.get(1).id())).isPresent();
  }

  private TurnRequest of(String principal) {
    return request.withCaller(Caller.of(principal, null));
  }

  @Test
  @DisplayName("C9: of many that want the last places of one principal, so many get them")
  void bounded() throws InterruptedException {
    var begun = new ConcurrentLinkedQueue<Turn>();
    var refused = new ConcurrentLinkedQueue<String>();
    var registry = new TurnRegistry(TurnOptions.of(new HandTime(), _ -> {}));
    var go = new CountDownLatch(1);
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 4 * TurnOptions.MOST_OF_ONE; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                try {
                  go.await();
                  begun.add(registry.begin(of("ann")));
                } catch (TooManyTurnsException e) {
                  refused.add(String.valueOf(e.getMessage()));
                } catch (InterruptedException | UnknownTurnException | CyclicTurnException e) {
                  throw new AssertionError(e);
                }
              }));
    }
    go.countDown();
    for (var thread : threads) {
      thread.join();
    }
    assertThat(begun).hasSize(TurnOptions.MOST_OF_ONE);
    assertThat(refused)
        .hasSize(3 * TurnOptions.MOST_OF_ONE)
        .containsOnly("too many turns of yours run already (100); abort some, or wait");
    registry.close();
  }

  @Test
  @DisplayName("A place is free once its turn has ended, and nobody else's; children take one, too")
  void places() {
    var parent = rig.begin(of("ann"));
    var others = IntStream.range(1, 100).mapToObj(_ -> rig.begin(of("ann"))).toList();
    var child = TurnRequest.of("child", "s").withCaller(of("ann").caller()).within(parent.id());
    assertThatThrownBy(() -> rig.begin(child)).isInstanceOf(TooManyTurnsException.class);
    assertThatThrownBy(() -> rig.registry.check(child)).isInstanceOf(TooManyTurnsException.class);
    assertThat(rig.begin(of("bob")).hasEnded()).isFalse();
    assertThat(others.getFirst().complete()).isTrue();
    assertThat(rig.begin(child).parent()).contains(parent);
    assertThat(parent.abort(AbortReason.USER)).isTrue();
    assertThat(rig.begin(of("ann")).hasEnded()).isFalse();
    assertThat(rig.begin(of("ann")).hasEnded()).as("the child has ended as well").isFalse();
    assertThatThrownBy(() -> rig.begin(of("ann"))).isInstanceOf(TooManyTurnsException.class);
  }

  @Test
  @DisplayName("A reader that comes late is told how much it missed")
  void lateReaders() {
    var turn = rig.begin(request);
    for (int i = 0; i < 10_000; i++) {
      turn.say("x");
    }
    assertThat(turn.reader(0).poll()).isEqualTo(new TurnReading.Gap(1));
    assertThat(turn.reader(9_999).poll())
        .isInstanceOfSatisfying(
            TurnReading.Entry.class, entry -> assertThat(entry.number()).isEqualTo(9_999));
  }

  @Test
  @DisplayName("SEC-H3: the events of a turn, and of all that have ended, are bounded in bytes")
  void bytes() {
    var turns = new ArrayList<Turn>();
    for (int i = 0; i < 40; i++) {
      var turn = rig.begin(request);
      for (int event = 0; event < 3_000; event++) {
        turn.say("x".repeat(2_000));
      }
      assertThat(turn.eventBytes()).isBetween(1_000_000L, TurnOptions.EVENT_BYTES);
      assertThat(turn.complete()).isTrue();
      turns.add(turn);
    }
    var kept =
        turns.stream()
            .filter(turn -> rig.registry.find(turn.id()).isPresent())
            .mapToLong(Turn::eventBytes)
            .sum();
    assertThat(kept).isBetween(TurnOptions.MOST_ENDED_BYTES / 2, TurnOptions.MOST_ENDED_BYTES);
    assertThat(rig.registry.find(turns.getLast().id())).isPresent();
    assertThat(rig.registry.find(turns.getFirst().id())).isEmpty();
  }

  @Test
  @DisplayName("SEC-H3: the events of all turns under way are bounded in bytes, and shared fairly")
  void bytesUnderWay() throws UnknownTurnException, CyclicTurnException {
    var room = new Shares(8 << 20);
    var registry = new TurnRegistry(TurnOptions.of(new HandTime(), _ -> {}), room);
    var turns = new ArrayList<Turn>();
    for (int i = 0; i < 20; i++) {
      var turn = registry.begin(of("ann"));
      for (int event = 0; event < 500; event++) {
        turn.say("x".repeat(1_000));
      }
      turns.add(turn);
    }
    // Each keeps its newest event, even without room for it.
    assertThat(turns.stream().mapToLong(Turn::eventBytes).sum())
        .isBetween(3L << 20, (4L << 20) + (64 << 10));
    var bobs = registry.begin(of("bob"));
    for (int event = 0; event < 500; event++) {
      bobs.say("x".repeat(1_000));
    }
    assertThat(bobs.reader(0).poll()).as("none is lost").isInstanceOf(TurnReading.Entry.class);
    var last = turns.getLast().reader(0);
    assertThat(last.poll()).isEqualTo(new TurnReading.Gap(500));
    assertThat(last.poll()).as("the newest stays").isInstanceOf(TurnReading.Entry.class);
    turns.add(bobs);
    assertThat(turns).allMatch(Turn::complete);
    assertThat(room.held()).isZero();
  }

  @Test
  @DisplayName("A turn of another principal is one that is not there, and waits for nobody else's")
  void principals() {
    var ann = rig.begin(request.withCaller(Caller.of("ann", null)));
    var bobs = TurnRequest.of("main", "x").withCaller(Caller.of("bob", null)).within(ann.id());
    assertThatThrownBy(() -> rig.registry.begin(bobs)).isInstanceOf(UnknownTurnException.class);
  }

  @Test
  @DisplayName(
      "Who comes back after the end has nothing to wait for; what is kept of results is cut")
  void afterTheEnd() throws InterruptedException {
    var turn = rig.running(request, List.of(rig.tool("read", 1, "x".repeat(5_000)).as("a")));
    rig.simulation.runUntil(turn.turn()::hasEnded);
    var reader = turn.turn().reader(turn.events().size());
    assertThat(reader.next()).isNull();
    assertThat(turn.turn().reader(Long.MAX_VALUE).next())
        .as("who names an event that there never was has seen none")
        .isInstanceOfSatisfying(
            TurnReading.Entry.class, entry -> assertThat(entry.number()).isZero());
    assertThat(turn.events())
        .filteredOn(TurnEvent.ToolEnded.class::isInstance)
        .first()
        .isInstanceOfSatisfying(
            TurnEvent.ToolEnded.class,
            ended -> {
              assertThat(ended.text()).hasSize(2_000);
              assertThat(ended.length()).isEqualTo(5_000);
            });
  }

  @Test
  @DisplayName("P25: while Belay drains, what runs may end, and what comes is aborted")
  void drain() {
    var turn = rig.running(request, List.of(rig.tool("read", 5, "x").as("a")));
    var ends = new ArrayList<String>();
    rig.at(
        1,
        () -> {
          var _ = rig.registry.drain().thenAccept(_ -> ends.add(rig.simulation.wall().toString()));
          assertThat(rig.begin(request).stopped()).contains(AbortReason.SERVER_SHUTDOWN);
        });
    rig.simulation.run();
    assertThat(turn.texts()).containsExactly("x");
    assertThat(ends).containsExactly("1970-01-01T00:00:05Z");
  }

  @Test
  @DisplayName("When Belay ends, every turn does, and the next one at once")
  void close() {
    var turn = rig.running(request, List.of(rig.hanging("crawl").as("a")));
    rig.at(1, rig.registry::close);
    rig.simulation.run();
    assertThat(turn.texts()).containsExactly("[CANCELLED] Turn aborted because Belay is ending.");
    assertThat(rig.begin(request).stopped()).contains(AbortReason.SERVER_SHUTDOWN);
  }
}
