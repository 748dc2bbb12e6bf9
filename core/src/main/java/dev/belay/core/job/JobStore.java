package dev.belay.core.job;

import dev.belay.core.call.CallId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Persistent storage of jobs. Every method may block; safe for use by many threads.
 *
 * <p>The effect of a method that has returned survives the program, as far as the store itself
 * does. A store that survives it gives the open jobs of a program that is gone as {@link
 * Job.Ending#LOST}.
 */
public interface JobStore extends AutoCloseable {
  /**
   * One page of a list, newest first.
   *
   * @param next the {@code before} of the next page; 0 if there is none
   */
  record Page(List<Job> jobs, long next) {}

  /** The {@code before} of the first page. */
  long NEWEST = Long.MAX_VALUE;

  /**
   * Stores a new job, or the end of a stored one. An ended job never changes again, so putting it
   * twice is the same as once.
   */
  void put(Job job) throws JobStoreException;

  /**
   * Stores a new job with the arguments to run it again, where the store outlives the program.
   *
   * @param arguments one JSON object; null where it must not run again
   */
  default void put(Job job, byte @Nullable [] arguments) throws JobStoreException {
    put(job);
  }

  /**
   * A job that ran in a program that is gone, and belongs to this one now.
   *
   * @param job an open job, with its next attempt
   * @param arguments those that were put with it
   */
  @SuppressWarnings("ArrayRecordComponent") // Read, never compared.
  record Taken(Job job, byte[] arguments) {}

  /**
   * Takes over jobs of programs that are gone, to be run again: each by one program alone, and at
   * most {@link #MOST_ATTEMPTS} times in all. Those that are not taken within {@link #TAKEN_WITHIN}
   * are lost.
   */
  default List<Taken> take(Predicate<Job> wanted) throws JobStoreException {
    return List.of();
  }

  /**
   * Stores the end of a job that waits to be taken over, and of no other.
   *
   * @param ended the job with its end
   * @return whether it has waited
   */
  default boolean endWaiting(Job ended) throws JobStoreException {
    return false;
  }

  /** How often a job is begun at most. */
  int MOST_ATTEMPTS = 3;

  /** How long a job whose program is gone waits for another. */
  Duration TAKEN_WITHIN = Duration.ofMinutes(10);

  /** Removes a job in any state; does nothing if it is absent. */
  void remove(CallId id) throws JobStoreException;

  /** {@return the job; null if it is absent} */
  @Nullable Job find(CallId id) throws JobStoreException;

  /**
   * Which jobs a list has.
   *
   * @param principal those of that principal; null for every principal
   * @param session those of that session of a client; null for every session
   * @param tool those of that tool; null for every tool
   * @param ended whether it has those that have ended, or those that have not; null for both
   */
  record Wanted(
      @Nullable String principal,
      @Nullable String session,
      @Nullable String tool,
      @Nullable Boolean ended) {
    /** {@return all jobs of a principal; null for every principal} */
    public static Wanted of(@Nullable String principal) {
      return new Wanted(principal, null, null, null);
    }

    /** {@return whether the list has that job} */
    public boolean has(Job job) {
      return (principal == null || principal.equals(job.principal()))
          && (session == null || session.equals(job.session()))
          && (tool == null || tool.equals(job.tool()))
          && (ended == null || ended == job.hasEnded());
    }
  }

  /**
   * {@return some of the jobs that were put before {@code before}, each as it is {@link
   * Job#listed}}
   *
   * @param before {@link #NEWEST}, or the {@code next} of another page
   * @param most the greatest number of jobs, at least one
   */
  Page page(Wanted wanted, long before, int most) throws JobStoreException;

  /** {@return how many jobs of programs that are gone were lost here since the store was made} */
  default long lost() {
    return 0;
  }

  /** Removes ended jobs that have expired, and returns their number. */
  int expire(Instant now) throws JobStoreException;

  /**
   * {@return the runs of calls that were added, at most {@link Estimator#MOST} kinds; none where
   * the store keeps none}
   */
  default List<Estimator.Known> estimates() throws JobStoreException {
    return List.of();
  }

  /** Adds runs of calls to those that are kept, where the store keeps any. */
  default void addEstimates(List<Estimator.Known> later) throws JobStoreException {}

  /** Closes the store. */
  @Override
  void close();
}
