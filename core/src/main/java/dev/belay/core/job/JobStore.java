package dev.belay.core.job;

import dev.belay.core.call.CallId;
import java.time.Instant;
import java.util.List;
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

  /** Removes a job in any state; does nothing if it is absent. */
  void remove(CallId id) throws JobStoreException;

  /** {@return the job; null if it is absent} */
  @Nullable Job find(CallId id) throws JobStoreException;

  /**
   * {@return some of the jobs that were put before {@code before}, each as it is {@link
   * Job#listed}}
   *
   * @param principal the principal of the jobs; null for every principal
   * @param before {@link #NEWEST}, or the {@code next} of another page
   * @param most the greatest number of jobs, at least one
   */
  Page page(@Nullable String principal, long before, int most) throws JobStoreException;

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
