package dev.belay.process.tree;

import java.time.Duration;

/**
 * How long each step of a stop may take before the next one follows (C31, P9).
 *
 * @param afterEof between closing stdin and TERM
 * @param afterTerm between TERM and KILL
 * @param afterKill how long KILL is repeated before the survivors count as abandoned
 */
public record Grace(Duration afterEof, Duration afterTerm, Duration afterKill) {
  private static final Duration AFTER_KILL = Duration.ofSeconds(2);

  /** Creates a grace whose KILL is repeated for 2 s. */
  public Grace(Duration afterEof, Duration afterTerm) {
    this(afterEof, afterTerm, AFTER_KILL);
  }

  /** {@return 2 s after each step, for a stop in the background} */
  public static Grace normal() {
    return new Grace(AFTER_KILL, AFTER_KILL);
  }

  /** {@return at most 1.8 s in all, for a client that has left and kills Belay after 2 + 2 s} */
  public static Grace brisk() {
    return new Grace(Duration.ofMillis(500), Duration.ofMillis(500), Duration.ofMillis(700));
  }

  /** {@return no grace: KILL at once} */
  public static Grace none() {
    return new Grace(Duration.ZERO, Duration.ZERO);
  }

  /** {@return the length of a stop in which no step has any effect} */
  public Duration total() {
    return afterEof.plus(afterTerm).plus(afterKill);
  }

  /** {@return the shorter of the two, step by step} */
  public Grace orShorter(Grace other) {
    return new Grace(
        shorter(afterEof, other.afterEof),
        shorter(afterTerm, other.afterTerm),
        shorter(afterKill, other.afterKill));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
