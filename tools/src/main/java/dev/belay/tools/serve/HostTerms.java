package dev.belay.tools.serve;

import dev.belay.core.call.Limits;
import dev.belay.mcp.progress.KeepAlive;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.result.ErrorMode;
import dev.belay.tools.run.ToolLimits;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * What the calls of hosted tools go by, as configuration has it now.
 *
 * @param limits how long calls may take
 * @param configured what the author declared of a tool, with what is configured in its place: lists
 *     show what the author said, calls go by this
 * @param errors how clients are told that a tool failed
 * @param strict whether clients before 2025-11-25 get the frozen form of results (C3)
 * @param grace how long stopped work, and each step of ending a process, may take
 * @param questionTimeout how long a modern client may take to come back with answers
 * @param keepAlive when a client hears that its call still runs
 */
public record HostTerms(
    ToolLimits limits,
    UnaryOperator<ToolDeclaration> configured,
    ErrorMode errors,
    boolean strict,
    Duration grace,
    Duration questionTimeout,
    KeepAlive keepAlive) {
  /**
   * What holds where nobody says anything: 1800 s, 120 s of silence, 2 s of grace, 600 s to ask.
   */
  public static final HostTerms DEFAULT =
      new HostTerms(
          ToolLimits.global(Limits.DEFAULT),
          UnaryOperator.identity(),
          ErrorMode.RESULT,
          /* strict= */ false,
          Duration.ofSeconds(2),
          Duration.ofSeconds(600),
          KeepAlive.DEFAULT);

  /** {@return these with other limits} */
  public HostTerms withLimits(ToolLimits other) {
    return new HostTerms(other, configured, errors, strict, grace, questionTimeout, keepAlive);
  }

  /** {@return these with another way to tell of failures} */
  public HostTerms withErrors(ErrorMode other) {
    return new HostTerms(limits, configured, other, strict, grace, questionTimeout, keepAlive);
  }

  /** {@return these with the frozen form of results for clients before 2025-11-25 (C3)} */
  public HostTerms withStrictResults() {
    return new HostTerms(
        limits, configured, errors, /* strict= */ true, grace, questionTimeout, keepAlive);
  }

  /** {@return these with another grace} */
  public HostTerms withGrace(Duration other) {
    return new HostTerms(limits, configured, errors, strict, other, questionTimeout, keepAlive);
  }

  /** {@return these with another time for clients to come back with answers} */
  public HostTerms withQuestionTimeout(Duration other) {
    return new HostTerms(limits, configured, errors, strict, grace, other, keepAlive);
  }

  /** {@return these with other times after which a client hears that its call still runs} */
  public HostTerms withKeepAlive(KeepAlive other) {
    return new HostTerms(limits, configured, errors, strict, grace, questionTimeout, other);
  }
}
