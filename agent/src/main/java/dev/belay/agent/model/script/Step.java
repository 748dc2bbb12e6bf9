package dev.belay.agent.model.script;

import java.time.Duration;
import java.util.List;

/**
 * The answer to one request.
 *
 * @param name what people call it, such as {@code step 2}
 * @param say the words, which come first
 * @param pause how long it is silent before each piece of them but the first
 * @param end what comes after words and calls
 */
record Step(
    String name,
    Expectation expect,
    Template say,
    Duration pause,
    List<ScriptedCall> calls,
    StepEnd end) {
  Step {
    calls = List.copyOf(calls);
  }
}
