package dev.belay.gateway.call;

import dev.belay.core.name.ShortText;
import org.jspecify.annotations.Nullable;

/** The port for decisions of people and rules, other than outcomes of calls. Must not block. */
@FunctionalInterface
public interface Decisions {
  /** Discards them. */
  Decisions NONE = _ -> {};

  /** Records one. */
  void decided(Decision decision);

  /**
   * One decision.
   *
   * @param what the kind of decision, such as {@code cancel} or {@code policy}
   * @param verdict such as {@code cancelled}, {@code refused}
   * @param principal who decided, or who was refused
   * @param callId the call, if there is one
   * @param reason in words, if one was given
   */
  record Decision(
      String what, String verdict, String principal, @Nullable String callId, String reason) {
    /** Truncates the reason to the reportable length. */
    public Decision {
      reason = ShortText.message(reason);
    }
  }
}
