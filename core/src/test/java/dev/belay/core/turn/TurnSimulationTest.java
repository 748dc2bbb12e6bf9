package dev.belay.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.lane.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P1, P6, P7, P14: over 10,000 seeds, each call has one result and each turn one end")
final class TurnSimulationTest {
  private static final int SEEDS = Integer.getInteger("belay.seeds", 10_000);

  @Test
  @Claim({"P1", "P6", "P7", "P14"})
  @DisplayName("One result for each call, one last event, nothing alive, no timer left")
  void everySeed() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var world = new TurnWorld(seed);
      world.begin();
      world.rig.simulation.run();
      var what = "seed " + seed;
      for (var turn : world.turns) {
        checkTurn(turn, what);
        checkReached(world, turn, what);
      }
      checkNothingLeft(world, what);
      checkLate(world, what);
      checkLanes(world, what);
      if (seed % 50 == 0) {
        checkPlaces(world, what);
      }
    }
  }

  private static void checkTurn(TurnWorld.Begun begun, String seed) {
    var turn = begun.running();
    var what = seed + ", turn " + turn.turn().id() + ": " + turn.story();
    assertThat(turn.results()).as(what).hasSize(begun.size());
    assertThat(turn.results().stream().map(ToolUseResult::id).toList())
        .as("in the order of the request; " + what)
        .isEqualTo(IntStream.range(0, begun.size()).mapToObj(i -> "use" + i).toList());
    var events = turn.events();
    assertThat(events.stream().filter(TurnEvent::isLast)).as(what).hasSize(1);
    assertThat(events.getLast().isLast()).as(what).isTrue();
    assertThat(events.getFirst()).as(what).isInstanceOf(TurnEvent.Started.class);
    assertThat(events.stream().filter(TurnEvent.Troubled.class::isInstance))
        .as("an abort has an error before it, a completion has none; " + what)
        .hasSize(events.getLast() instanceof TurnEvent.Aborted ? 1 : 0);
    assertThat(toldTwiceOrLate(events)).as(what).isEmpty();
    assertThat(wronglyTold(events)).as(what).isEmpty();
    long told = events.stream().filter(TurnEvent.ToolEnded.class::isInstance).count();
    if (begun.isHeld()) {
      assertThat(told).as(what).isEqualTo(begun.size());
    } else {
      assertThat(told)
          .as("all are told of, or none where the turn was over before them; " + what)
          .isIn(0L, (long) begun.size());
    }
  }

  /** P6: only tools that were told to begin have begun; a call that never began took no time. */
  private static void checkReached(TurnWorld world, TurnWorld.Begun begun, String seed) {
    var turn = begun.running();
    var reached = world.reached.getOrDefault(turn.turn().id(), Set.of());
    var told =
        turn.events().stream()
            .filter(TurnEvent.ToolStarted.class::isInstance)
            .map(TurnSimulationTest::toolId)
            .collect(Collectors.toSet());
    assertThat(told).as(seed + turn.story()).containsAll(reached);
    assertThat(turn.results())
        .as(seed + turn.story())
        .filteredOn(result -> !told.contains(result.id()))
        .allMatch(result -> result.ran().isZero());
  }

  private static void checkNothingLeft(TurnWorld world, String seed) {
    assertThat(world.endedEarly).as(seed).isEmpty();
    assertThat(world.working).as(seed).isZero();
    assertThat(world.rig.registry.active()).as(seed).isEmpty();
    assertThat(world.rig.governor.directory().calls()).as(seed).isEmpty();
    assertThat(world.rig.governor.directory().abandoned()).as(seed).isEmpty();
    assertThat(world.rig.simulation.armedTimers()).as(seed).isZero();
  }

  /** P7: the result of a tool is delivered, or came too late and was counted as such. */
  private static void checkLate(TurnWorld world, String seed) {
    int late = 0;
    var reader = world.rig.journal.readerFromOldest();
    for (var reading = reader.poll(); reading != null; reading = reader.poll()) {
      if (reading instanceof Journal.Entry entry && entry.event() instanceof CallEvent.LateResult) {
        late++;
      }
    }
    long completed =
        world.turns.stream()
            .flatMap(turn -> turn.running().results().stream())
            .filter(result -> result.outcome() instanceof Outcome.Completed)
            .count();
    assertThat(completed + late).as(seed).isEqualTo(world.given);
  }

  /** A call that needs all lanes of an ended turn gets them at once. */
  private static void checkLanes(TurnWorld world, String seed) {
    var rig = world.rig;
    var passed = new ArrayList<TurnId>();
    for (var one : world.turns) {
      var turn = one.running().turn();
      var _ =
          rig.governor.start(
              CallRequest.of("probe", Payload.EMPTY)
                  .withGates(turn.lanes().gate(new Lane.Exclusive())),
              _ -> {
                passed.add(turn.id());
                return Payload.EMPTY;
              });
    }
    rig.simulation.run();
    assertThat(passed).as(seed).hasSameSizeAs(world.turns);
  }

  /** {@return the calls with events after their results} */
  private static List<String> toldTwiceOrLate(List<TurnEvent> events) {
    var over = new HashSet<String>();
    var late = new ArrayList<String>();
    for (var event : events) {
      var id = toolId(event);
      if (id != null && over.contains(id)) {
        late.add(id);
      }
      if (event instanceof TurnEvent.ToolEnded) {
        over.add(id);
      }
    }
    return late;
  }

  /**
   * {@return the events of a call before it began, duplicates, and progress events at a wrong time}
   */
  private static List<TurnEvent> wronglyTold(List<TurnEvent> events) {
    var told = new HashMap<String, Duration>();
    var wrong = new ArrayList<TurnEvent>();
    for (var event : events) {
      boolean isRight =
          switch (event) {
            case TurnEvent.ToolStarted(String id, String _) -> told.put(id, Duration.ZERO) == null;
            case TurnEvent.ToolProgress(String id, String _, Duration elapsed) -> {
              var before = told.put(id, elapsed);
              yield before != null && elapsed.minus(before).equals(TurnOptions.PROGRESS);
            }
            case TurnEvent.ToolTimedOut(String id, String _, ToolTimeoutError _) ->
                told.containsKey(id);
            case TurnEvent.Started _,
                TurnEvent.ToolCancelled _,
                TurnEvent.ToolEnded _,
                TurnEvent.Said _,
                TurnEvent.Retried _,
                TurnEvent.Troubled _,
                TurnEvent.Completed _,
                TurnEvent.Aborted _ ->
                true;
          };
      if (!isRight) {
        wrong.add(event);
      }
    }
    return wrong;
  }

  /** Checks that an ended turn has returned its principal's place, and its room for events. */
  private static void checkPlaces(TurnWorld world, String seed) {
    assertThat(world.rig.registry.eventRoom().held()).as(seed).isZero();
    for (int i = 0; i < TurnOptions.MOST_OF_ONE; i++) {
      var _ = world.rig.begin(TurnRequest.of("after", "s" + i));
    }
  }

  private static @Nullable String toolId(TurnEvent event) {
    return switch (event) {
      case TurnEvent.ToolStarted(String id, String _) -> id;
      case TurnEvent.ToolProgress(String id, String _, Duration _) -> id;
      case TurnEvent.ToolTimedOut(String id, String _, ToolTimeoutError _) -> id;
      case TurnEvent.ToolCancelled(String id, String _, String _) -> id;
      case TurnEvent.ToolEnded ended -> ended.toolId();
      case TurnEvent.Started _,
          TurnEvent.Said _,
          TurnEvent.Retried _,
          TurnEvent.Troubled _,
          TurnEvent.Completed _,
          TurnEvent.Aborted _ ->
          null;
    };
  }
}
