package dev.belay.core.approval;

import dev.belay.core.name.ShortText;

/**
 * What a person says to an approval.
 *
 * @param isAllowed whether the call may run
 * @param scope what else the answer holds for
 * @param by the principal of the person
 * @param via where the answer was given, such as {@code api} or {@code client}
 * @param reason the person's own words; may be empty
 */
public record Decision(boolean isAllowed, Scope scope, String by, String via, String reason) {
  /** Truncates the reason to the length that is kept. */
  public Decision {
    reason = ShortText.message(reason);
  }

  /** What a decision holds for, all for the same principal and definition of the tool. */
  public enum Scope {
    /** This call. */
    ONCE,
    /** Also further calls of this session with the same arguments. */
    SAME,
    /** Also further calls of this session with any arguments. */
    TOOL
  }
}
