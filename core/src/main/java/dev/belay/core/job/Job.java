package dev.belay.core.job;

import dev.belay.core.call.CallId;
import dev.belay.core.call.Heartbeat;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a call that was handed off, at one moment.
 *
 * @param id the id of the call, which is also that of the job on every wire
 * @param server the server that has the tool; null for a tool of this program
 * @param principal the only principal that may see the job
 * @param session the session of the caller; null if the client has none
 * @param began when the call was accepted
 * @param timeout how long it may run; zero for no limit
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

  /** The state of a job. */
  public sealed interface State {
    /**
     * The job has not ended.
     *
     * @param step whether it waits to run, runs, or waits for something during its run
     * @param waitsFor the thing waited for; null if none
     * @param elapsed the running time, or the waiting time if it does not run yet
     * @param word the last progress report with a message or a figure; null if there was none
     * @param estimate the time that it may still take; null if unknown
     * @param attempt 1 for its first run, more if programs that ran it before were killed
     */
    record Open(
        Step step,
        @Nullable String waitsFor,
        Duration elapsed,
        @Nullable Heartbeat word,
        Estimator.@Nullable Estimate estimate,
        int attempt)
        implements State {
      /** A job of which nobody knows how long it takes. */
      public Open(
          Step step, @Nullable String waitsFor, Duration elapsed, @Nullable Heartbeat word) {
        this(step, waitsFor, elapsed, word, null, 1);
      }
    }

    /**
     * The job has ended; this never changes.
     *
     * @param how the way it ended
     * @param detail the kind, limit, cause or gate within the outcome; of a completed job {@link
     *     #ERROR} where its result reports one; may be empty
     * @param text the text for a model; of a completed job, what its result says of an error
     * @param result the result of the tool; null unless it completed
     * @param ran from running until it ended
     */
    record Ended(
        Instant at, Ending how, String detail, String text, @Nullable Payload result, Duration ran)
        implements State {
      /** The detail of a completed job whose result reports an error. */
      public static final String ERROR = Outcome.ERROR;

      /** Checks that a completed job has a result, and no other job has one. */
      public Ended {
        if ((how == Ending.COMPLETED) != (result != null)) {
          throw new IllegalArgumentException("a result belongs to a completed job");
        }
      }
    }
  }

  /** What an open job does. */
  public enum Step {
    /** It waits to run. */
    QUEUED,
    /** It runs. */
    RUNNING,
    /** It waits for something during its run, such as an answer. */
    WAITING
  }

  /**
   * How a job ended: one value for each outcome of a call, and one for the end of the program that
   * ran it.
   */
  public enum Ending {
    /** The tool returned a result, which may report an error. */
    COMPLETED,
    /** The tool, its server or the program failed. */
    FAILED,
    /** A limit was reached. */
    TIMED_OUT,
    /** It was cancelled. */
    CANCELLED,
    /** It was not allowed to run. */
    REFUSED,
    /** The program that ran it ended; how far the job got is unknown. */
    LOST
  }

  /** {@return whether it has ended} */
  public boolean hasEnded() {
    return state instanceof State.Ended;
  }

  /** {@return this job in another state} */
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

  /** {@return this job with another expiry} */
  Job until(Instant end) {
    return new Job(id, tool, server, principal, session, began, timeout, end, state);
  }
}
