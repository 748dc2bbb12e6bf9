package dev.belay.gateway.call;

import dev.belay.core.name.ShortText;
import org.jspecify.annotations.Nullable;

/**
 * What somebody, or a rule, decided beside the outcomes of calls: the port of whoever decides. Must
 * not block.
 */
@FunctionalInterface
public interface Decisions {
  /** Nobody keeps them. */
  Decisions NONE = _ -> {};

  /** Keeps one. */
  void decided(Decision decision);

  /**
   * One decision.
   *
   * @param what about what kind of thing, such as {@code cancel} or {@code policy}
   * @param verdict such as {@code cancelled}, {@code refused}
   * @param principal who decided, or who was refused
   * @param callId the call, where there is one
   * @param reason in words, as far as one was given
   */
  record Decision(
      String what, String verdict, String principal, @Nullable String callId, String reason) {
    /** Keeps no more of the reason than may be told of. */
    public Decision {
      reason = ShortText.message(reason);
    }
  }
}
