package dev.belay.observe.status;

import dev.belay.config.Glob;
import dev.belay.observe.health.HealthSummary;
import dev.belay.observe.status.SessionReport.Abandoned;
import dev.belay.observe.status.SessionReport.Open;
import dev.belay.observe.status.SessionReport.TimedOut;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Advice for a model about the state of its session: a sentence for each problem. */
final class Advice {
  /** Names, without their server's, of tools that run a command. */
  private static final Set<String> COMMANDS = Set.of("exec", "shell", "bash", "run_command");

  private Advice() {}

  static List<String> of(
      List<Open> open, List<TimedOut> timedOut, List<Abandoned> abandoned, HealthSummary health) {
    var advice = new ArrayList<String>();
    timedOut.forEach(one -> advice.add(onTimeout(one)));
    if (!abandoned.isEmpty()) {
      advice.add(
          "Work that was given up goes on: look whether it has done its part, for instance with ps"
              + " aux, before you begin it again.");
    }
    if (open.stream().anyMatch(Open::running)) {
      advice.add("Calls of this turn still run: wait for their results before you repeat them.");
    }
    if (!health.down().isEmpty()) {
      advice.add(
          "Tools of "
              + String.join(", ", health.down())
              + " do not work now: use others, or tell the user.");
    }
    return advice;
  }

  private static String onTimeout(TimedOut one) {
    var what = one.tool() + " timed out " + times(one.times()) + ": ";
    return isCommand(one.tool())
        ? what + "use a shorter command or run it in the background."
        : what
            + "ask for less at once, or give it more time by _timeout, in milliseconds, among its"
            + " arguments.";
  }

  private static String times(int times) {
    return switch (times) {
      case 1 -> "once";
      case 2 -> "twice";
      default -> times + " times";
    };
  }

  private static boolean isCommand(String tool) {
    return COMMANDS.contains(Glob.bare(tool));
  }
}
