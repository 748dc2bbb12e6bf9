package dev.belay.core.approval;

import dev.belay.core.name.ShortText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a person says to an approval.
 *
 * @param isAllowed whether the call may run
 * @param scope what else the answer holds for
 * @param holds how long it holds for further calls, in all sessions of the principal; null for its
 *     session alone, and the time that is usual there
 * @param by the principal of the person
 * @param via where the answer was given, such as {@code api} or {@code client}
 * @param reason the person's own words; may be empty
 */
public record Decision(
    boolean isAllowed,
    Scope scope,
    @Nullable Duration holds,
    String by,
    String via,
    String reason) {
  /** How a decision came that a client has sent: by a form, which may have had no person. */
  public static final String CLIENT = "client";

  /** The longest time for which a decision can hold. */
  public static final Duration LONGEST = Duration.ofDays(30);

  /**
   * Truncates the reason to the length that is kept.
   *
   * @throws IllegalArgumentException if one call's decision is to hold for a time, or a time is not
   *     above zero, or over {@link #LONGEST}
   */
  public Decision {
    reason = ShortText.message(reason);
    if (holds != null
        && (scope == Scope.ONCE || !holds.isPositive() || holds.compareTo(LONGEST) > 0)) {
      throw new IllegalArgumentException("a decision cannot hold for " + holds + ": " + scope);
    }
  }

  /** A decision that holds for further calls of its session at most. */
  public Decision(boolean isAllowed, Scope scope, String by, String via, String reason) {
    this(isAllowed, scope, null, by, via, reason);
  }

  /** What a decision holds for, all for the same principal and definition of the tool. */
  public enum Scope {
    /** This call. */
    ONCE,
    /** Also further calls with the same arguments. */
    SAME,
    /** Also further calls with any arguments. */
    TOOL
  }
}
