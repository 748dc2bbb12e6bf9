package dev.belay.core.simulation;

import dev.belay.core.call.StopStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One step of a simulated tool. */
sealed interface Step {
  /** Works silently; an interrupt ends the work. */
  record Pause(Duration length) implements Step {}

  /** Works through every interrupt. */
  record Deaf(Duration length) implements Step {}

  /** Never ends by itself, and ignores every interrupt. */
  record Hang() implements Step {}

  /** Sends a heartbeat. */
  record Beat(boolean inWords) implements Step {}

  /** Asks the client a question. */
  record Ask(Duration length) implements Step {}

  /** Runs with a heartbeat from a timer. */
  record TimerBeats(Duration interval, Duration length) implements Step {}

  /** Starts work elsewhere, which takes a while to stop. */
  record Elsewhere(StopStep step, Duration stopTakes) implements Step {}

  /** Leaves its thread interrupted. */
  record InterruptItself() implements Step {}

  /** Throws. */
  record Fail() implements Step {}

  /** Makes a call of its own. */
  record Delegate() implements Step {}

  static List<Step> script(Dice dice) {
    var script = new ArrayList<Step>();
    for (int i = dice.upTo(5); i >= 0; i--) {
      script.add(any(dice));
    }
    return script;
  }

  private static Step any(Dice dice) {
    return switch (dice.upTo(19)) {
      case 0, 1, 2, 3, 4, 5, 6 -> new Pause(dice.moment(8));
      case 7, 8, 9, 10 -> new Beat(dice.oneIn(2));
      case 11, 12 -> new Deaf(dice.moment(6));
      case 13 -> new Ask(dice.moment(6));
      case 14 -> new TimerBeats(dice.moment(3), dice.moment(8));
      case 15 ->
          new Elsewhere(
              dice.oneOf(StopStep.TOLD, StopStep.ANSWERED, StopStep.KILLED),
              dice.oneIn(2) ? Duration.ZERO : dice.moment(3));
      case 16 -> new InterruptItself();
      case 17 -> new Fail();
      case 18 -> new Delegate();
      default -> dice.oneIn(4) ? new Hang() : new Pause(dice.moment(20));
    };
  }
}
