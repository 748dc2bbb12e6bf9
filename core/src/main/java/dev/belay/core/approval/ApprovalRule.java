package dev.belay.core.approval;

import dev.belay.core.call.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A decision that holds for further calls. Immutable.
 *
 * @param id names it, for those who revoke it
 * @param isAllowed whether such calls run
 * @param principal whose calls it is about
 * @param session the session whose calls it is about; null for all of the principal
 * @param server the server that has the tool
 * @param tool the server's own name of the tool
 * @param digest the arguments it is about; null for any
 * @param definition the definition of the tool that was known: another one asks again
 * @param by who decided
 * @param via where
 * @param at when
 * @param until when it ends
 * @param lasting whether it outlives the program
 * @param isSingle whether the first call that it allows ends it
 * @param used how many calls it has decided on
 */
public record ApprovalRule(
    String id,
    boolean isAllowed,
    String principal,
    @Nullable String session,
    String server,
    String tool,
    @Nullable String digest,
    String definition,
    String by,
    String via,
    Instant at,
    Instant until,
    Lasting lasting,
    boolean isSingle,
    long used) {

  /** Whether a rule outlives the program. */
  public enum Lasting {
    /** It ends with the program. */
    NOT,
    /** It is to be stored, and is not stored yet. */
    UNSTORED,
    /** It is stored. */
    STORED
  }

  boolean isAbout(Caller caller, Approval.Asked asked) {
    return principal.equals(caller.principal())
        && (session == null || session.equals(session(caller)))
        && server.equals(asked.server())
        && tool.equals(asked.tool())
        && (digest == null || digest.equals(asked.digest()))
        && definition.equals(asked.definition());
  }

  /** {@return the session of a caller, else its turn; null if it has neither} */
  static @Nullable String session(Caller caller) {
    return caller.sessionId() == null ? caller.turnId() : caller.sessionId();
  }

  /** {@return whether a person can have made this rule, which comes from a store} */
  boolean isSound(Instant now) {
    return lasting == Lasting.STORED
        && session == null
        && !isSingle
        && !id.isEmpty()
        && (isAllowed ? !definition.isEmpty() : digest != null)
        && !until.isAfter(at.plus(Decision.LONGEST))
        && !until.isAfter(now.plus(Decision.LONGEST));
  }

  ApprovalRule usedOnce() {
    return with(lasting, used + 1);
  }

  ApprovalRule stored() {
    return with(Lasting.STORED, used);
  }

  private ApprovalRule with(Lasting howLong, long uses) {
    return new ApprovalRule(
        id,
        isAllowed,
        principal,
        session,
        server,
        tool,
        digest,
        definition,
        by,
        via,
        at,
        until,
        howLong,
        isSingle,
        uses);
  }
}
