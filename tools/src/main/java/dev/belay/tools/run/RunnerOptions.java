package dev.belay.tools.run;

import dev.belay.core.call.Governor;
import dev.belay.core.call.Limits;
import dev.belay.core.time.Time;
import java.util.random.RandomGenerator;

/**
 * What a {@link ToolRunner} is built from.
 *
 * @param governor runs every call
 * @param time the governor's own
 * @param random for the pauses between attempts: safe for many threads
 */
public record RunnerOptions(
    Governor governor, Time time, Contract contract, ToolLimits limits, RandomGenerator random) {
  /** {@return options with the limits that hold unless somebody says otherwise} */
  public static RunnerOptions of(
      Governor governor, Time time, Contract contract, RandomGenerator random) {
    return new RunnerOptions(governor, time, contract, ToolLimits.global(Limits.DEFAULT), random);
  }

  /** {@return these options with other limits} */
  public RunnerOptions withLimits(ToolLimits other) {
    return new RunnerOptions(governor, time, contract, other, random);
  }
}
