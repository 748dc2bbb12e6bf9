package dev.belay.tools.serve;

import dev.belay.core.call.Limits;
import dev.belay.mcp.progress.KeepAlive;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.result.ErrorMode;
import dev.belay.tools.run.ToolLimits;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * Current configuration of the calls of hosted tools.
 *
 * @param limits of calls
 * @param configured overrides a tool's declaration by configuration, for calls alone: lists keep
 *     the author's
 * @param errors how clients learn of a tool's failure
 * @param strict whether clients before 2025-11-25 get the frozen form of results (C3)
 * @param grace for stopped work, and for each step of ending a process
 * @param questionTimeout within which a modern client must return with answers
 * @param keepAlive when a client hears that its call still runs
 */
public record HostOptions(
    ToolLimits limits,
    UnaryOperator<ToolDeclaration> configured,
    ErrorMode errors,
    boolean strict,
    Duration grace,
    Duration questionTimeout,
    KeepAlive keepAlive) {
  /** The defaults: 1800 s, 120 s of silence, 2 s of grace, 600 s to ask. */
  public static final HostOptions DEFAULT =
      new HostOptions(
          ToolLimits.global(Limits.DEFAULT),
          UnaryOperator.identity(),
          ErrorMode.RESULT,
          /* strict= */ false,
          Duration.ofSeconds(2),
          Duration.ofSeconds(600),
          KeepAlive.DEFAULT);

  /** {@return these terms with other limits} */
  public HostOptions withLimits(ToolLimits other) {
    return new HostOptions(other, configured, errors, strict, grace, questionTimeout, keepAlive);
  }

  /** {@return these terms with another way to report failures} */
  public HostOptions withErrors(ErrorMode other) {
    return new HostOptions(limits, configured, other, strict, grace, questionTimeout, keepAlive);
  }

  /** {@return these terms with the frozen form of results for clients before 2025-11-25 (C3)} */
  public HostOptions withStrictResults() {
    return new HostOptions(
        limits, configured, errors, /* strict= */ true, grace, questionTimeout, keepAlive);
  }

  /** {@return these terms with another grace} */
  public HostOptions withGrace(Duration other) {
    return new HostOptions(limits, configured, errors, strict, other, questionTimeout, keepAlive);
  }

  /** {@return these terms with another time for clients to return with answers} */
  public HostOptions withQuestionTimeout(Duration other) {
    return new HostOptions(limits, configured, errors, strict, grace, other, keepAlive);
  }

  /** {@return these terms with other intervals for messages that a call still runs} */
  public HostOptions withKeepAlive(KeepAlive other) {
    return new HostOptions(limits, configured, errors, strict, grace, questionTimeout, other);
  }
}
