package dev.belay.core.turn;

import dev.belay.core.call.Outcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one turn: those that have no result yet, and what is to be thought of the others.
 *
 * <p>Not safe for use by many threads: the turn's lock guards it.
 */
final class TurnCalls {
  private final LoopDetector loops;
  private final TimedOutTools timedOut = new TimedOutTools();

  /** Those begun last at the end. */
  private final Map<String, UseRun> open = new LinkedHashMap<>();

  private int count;
  private int failed;
  private boolean isLooping;

  TurnCalls(LoopLimits limits) {
    loops = new LoopDetector(limits);
  }

  /** Takes them in, or none of them. */
  void enter(List<UseRun> runs) throws RepeatedToolIdException {
    for (var one : runs) {
      if (open.containsKey(one.id())) {
        throw new RepeatedToolIdException(one.id());
      }
    }
    runs.forEach(one -> open.put(one.id(), one));
    count += runs.size();
  }

  /** {@return how many there were so far} */
  int count() {
    return count;
  }

  /** {@return whether the model goes in circles, so that the turn should end} */
  boolean isLooping() {
    return isLooping;
  }

  boolean isOpen(UseRun use) {
    return use.equals(open.get(use.id()));
  }

  @Nullable UseRun find(String toolId) {
    return open.get(toolId);
  }

  /** {@return a copy} */
  List<UseRun> open() {
    return List.copyOf(open.values());
  }

  /** {@return the tool that was begun last, of those that run} */
  @Nullable String current() {
    return open.values().stream()
        .filter(UseRun::hasBegun)
        .reduce((_, later) -> later)
        .map(use -> use.tool().name())
        .orElse(null);
  }

  TurnWork work() {
    return new TurnWork(
        count, failed, open.values().stream().map(UseRun::open).toList(), timedOut.all());
  }

  /** {@return how it ended, with what is to be thought of it beside those before it} */
  ToolUseResult judged(UseEnd end) {
    var verdict = end.verdict(loops);
    isLooping |= verdict instanceof LoopVerdict.Halt;
    if (end.before() instanceof TurnEvent.ToolTimedOut(String _, String tool, var error)) {
      timedOut.add(new TurnWork.TimedOut(tool, Duration.ofMillis(error.timeoutMs()), 1));
    }
    var result = end.result();
    if (result.isError() && !(result.outcome() instanceof Outcome.Cancelled)) {
      failed++;
    }
    return result.with(verdict);
  }

  /** {@return false if it had been closed before} */
  boolean close(UseRun use) {
    return open.remove(use.id(), use);
  }
}
