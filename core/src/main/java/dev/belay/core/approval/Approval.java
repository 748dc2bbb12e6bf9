package dev.belay.core.approval;

import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A call that waits for a person's decision, or did so a while ago. Immutable.
 *
 * @param call the call, whose id is that of the approval
 * @param asked what runs if it is allowed
 * @param terms how it waits
 * @param askedAt since when it waits
 * @param expiresAt when it is refused unless somebody decides
 * @param votes those who have allowed it; they suffice once it is no longer open
 * @param state how it stands
 */
public record Approval(
    CallInfo call,
    Asked asked,
    Terms terms,
    Instant askedAt,
    Instant expiresAt,
    List<Vote> votes,
    State state) {

  /** The longest arguments that are kept after the wait. */
  static final int KEPT = 64 * 1024;

  /** Copies the votes. */
  public Approval {
    votes = List.copyOf(votes);
  }

  /**
   * What a person decides on, which is what runs.
   *
   * @param server the server that has the tool
   * @param tool the server's own name of the tool
   * @param arguments all arguments in canonical form, as JSON; empty if they were long and the call
   *     waits no longer
   * @param digest the SHA-256 of {@code arguments}, in hexadecimal
   * @param definition the same of the tool's definition; empty if no list has named the tool
   * @param reason why a person is asked, in the words of the configuration; may be empty
   * @param isDestructive whether the tool says that it may destroy something
   */
  public record Asked(
      String server,
      String tool,
      String arguments,
      String digest,
      String definition,
      String reason,
      boolean isDestructive) {}

  /**
   * How a call waits.
   *
   * @param limit how long its client can wait
   * @param asJob how long it waits in all once it is a job
   * @param approvers how many people must allow it
   * @param canBeLate whether somebody can allow it after it has expired, for the next equal call
   * @param takesForms whether a yes that came by a form of a client, which may have no person,
   *     holds for it
   */
  public record Terms(
      Duration limit, Duration asJob, int approvers, boolean canBeLate, boolean takesForms) {
    /** Takes forms. */
    public Terms(Duration limit, Duration asJob, int approvers, boolean canBeLate) {
      this(limit, asJob, approvers, canBeLate, true);
    }
  }

  /**
   * A person's yes.
   *
   * @param by the principal of who decided
   * @param via where, such as {@code api} or {@code client}
   * @param at when
   */
  public record Vote(String by, String via, Instant at) {}

  /** How an approval stands. */
  public sealed interface State {
    /** The call waits. */
    record Open() implements State {}

    /**
     * The call waits no longer.
     *
     * @param how what became of it
     * @param by who decided; empty where no person did
     * @param via where, as in {@link Vote}
     * @param reason in the words of who decided, or why it was withdrawn; may be empty
     */
    record Over(End how, Instant at, String by, String via, String reason) implements State {}
  }

  /** What becomes of an approval. */
  public enum End {
    /** The call runs. */
    ALLOWED,
    /** The call is refused, since a person said no. */
    DENIED,
    /** The call is refused, since nobody decided in time. */
    EXPIRED,
    /** As {@link #EXPIRED}, but somebody has allowed the next call like it. */
    GRANTED_LATE,
    /** The call ended before anybody decided. */
    WITHDRAWN;

    /** {@return the word for it} */
    public String word() {
      return switch (this) {
        case ALLOWED -> "allowed";
        case DENIED -> "denied";
        case EXPIRED -> "expired";
        case GRANTED_LATE -> "granted late";
        case WITHDRAWN -> "withdrawn";
      };
    }
  }

  /** {@return the same without long arguments, which nobody needs who does not decide} */
  Approval briefly() {
    if (asked.arguments.length() <= KEPT) {
      return this;
    }
    var brief =
        new Asked(
            asked.server,
            asked.tool,
            "",
            asked.digest,
            asked.definition,
            asked.reason,
            asked.isDestructive);
    return new Approval(call, brief, terms, askedAt, expiresAt, votes, state);
  }

  /** {@return its id, which is that of the call} */
  public CallId id() {
    return call.id();
  }

  /** {@return whether people were asked; false where an earlier decision held for the call} */
  public boolean wasAsked() {
    return expiresAt.isAfter(askedAt);
  }

  /** {@return whether somebody can still decide} */
  public boolean isOpen() {
    return state instanceof State.Open;
  }
}
