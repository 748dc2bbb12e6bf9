package dev.belay.tools.run;

import dev.belay.core.call.Governor;
import dev.belay.core.call.Limits;
import dev.belay.core.time.Time;
import java.util.random.RandomGenerator;

/**
 * Collaborators and settings of a {@link ToolRunner}.
 *
 * @param governor runs every call
 * @param time the governor's own
 * @param random for the pauses between attempts: safe for many threads
 */
public record RunnerOptions(
    Governor governor, Time time, Contract contract, ToolLimits limits, RandomGenerator random) {
  /** {@return options with the default limits} */
  public static RunnerOptions of(
      Governor governor, Time time, Contract contract, RandomGenerator random) {
    return new RunnerOptions(governor, time, contract, ToolLimits.global(Limits.DEFAULT), random);
  }

  /** {@return these options with other limits} */
  public RunnerOptions withLimits(ToolLimits other) {
    return new RunnerOptions(governor, time, contract, other, random);
  }
}
