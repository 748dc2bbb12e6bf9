package dev.belay.core.job;

import dev.belay.core.call.CallId;
import dev.belay.core.call.Heartbeat;
import dev.belay.core.call.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call that was handed off, at one moment: as it runs, or as it ended.
 *
 * @param id the id of the call, which is also that of the job on every wire
 * @param server the server that has the tool; null for a tool of this program
 * @param principal the only one who may see it
 * @param session the session that asked for it; null where the client has none
 * @param began when the call was accepted
 * @param timeout how long it may run; zero is without limit
 * @param expires when it may be forgotten; an open job never is
 */
public record Job(
    CallId id,
    String tool,
    @Nullable String server,
    String principal,
    @Nullable String session,
    Instant began,
    Duration timeout,
    Instant expires,
    State state) {

  /** Where a job is on its way. */
  public sealed interface State {
    /**
     * It has not ended.
     *
     * @param step whether it waits to run, runs, or waits for something else meanwhile
     * @param waitsFor what it waits for; null if for nothing
     * @param elapsed how long it has run, or has waited where it does not run yet
     * @param word the last that it said of its progress; null if it has said nothing
     */
    record Open(Step step, @Nullable String waitsFor, Duration elapsed, @Nullable Heartbeat word)
        implements State {}

    /**
     * It has ended; this never changes.
     *
     * @param how the outcome's word
     * @param detail the kind, limit, cause or gate within the outcome; may be empty
     * @param text what a model is told; empty for a completed job, whose result says it
     * @param result what the tool gave; null unless it completed
     * @param ran from running until it ended
     */
    record Ended(
        Instant at, Ending how, String detail, String text, @Nullable Payload result, Duration ran)
        implements State {
      /** Completed with a result, or ended otherwise without one. */
      public Ended {
        if ((how == Ending.COMPLETED) != (result != null)) {
          throw new IllegalArgumentException("a result belongs to a completed job");
        }
      }

      /** {@return the result of a completed job} */
      public Payload requireResult() {
        return Objects.requireNonNull(result);
      }
    }
  }

  /** What an open job does. */
  public enum Step {
    /** It waits to run. */
    QUEUED,
    /** It runs. */
    RUNNING,
    /** It waits for something while it runs, such as an answer. */
    WAITING
  }

  /** How a job ended: each outcome of a call, and one of the program that ran it. */
  public enum Ending {
    /** The tool gave a result, which may say that it failed. */
    COMPLETED,
    /** The tool, its server or the program failed. */
    FAILED,
    /** A limit was reached. */
    TIMED_OUT,
    /** It was stopped. */
    CANCELLED,
    /** It was not allowed to run. */
    REFUSED,
    /** The program that ran it ended, and how far it got is not known. */
    LOST
  }

  /** {@return whether it has ended} */
  public boolean hasEnded() {
    return state instanceof State.Ended;
  }

  /** {@return this job, elsewhere on its way} */
  public Job in(State other) {
    return new Job(id, tool, server, principal, session, began, timeout, expires, other);
  }

  /** {@return this job as a list has it: a result is there, and has no bytes} */
  public Job listed() {
    return state instanceof State.Ended end && end.result() != null
        ? in(
            new State.Ended(
                end.at(), end.how(), end.detail(), end.text(), Payload.EMPTY, end.ran()))
        : this;
  }

  /** {@return this job, kept until then} */
  Job until(Instant end) {
    return new Job(id, tool, server, principal, session, began, timeout, end, state);
  }
}
