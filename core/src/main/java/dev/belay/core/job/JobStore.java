package dev.belay.core.job;

import dev.belay.core.call.CallId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What survives of jobs. Every method may block; safe for use by many threads.
 *
 * <p>What a method has done when it returns outlives the program, as far as the store does. A store
 * that outlives it gives the open jobs of a program that is gone as {@link Job.Ending#LOST}.
 */
public interface JobStore extends AutoCloseable {
  /**
   * A part of a list, the newest first.
   *
   * @param next where the next page begins; 0 if there is none
   */
  record Page(List<Job> jobs, long next) {}

  /** Where the first page begins. */
  long NEWEST = Long.MAX_VALUE;

  /**
   * Keeps a job as it is: one that is not there yet, or the end of one that is. An ended job never
   * changes again, so that doing this twice is doing it once.
   */
  void put(Job job) throws JobStoreException;

  /** Forgets a job, whatever its state; does nothing where it is not there. */
  void remove(CallId id) throws JobStoreException;

  /** {@return the job; null if it is not there} */
  @Nullable Job find(CallId id) throws JobStoreException;

  /**
   * {@return some of the jobs that were put before {@code before}, each as it is {@link
   * Job#listed}}
   *
   * @param principal whose; null for those of all
   * @param before {@link #NEWEST}, or the {@code next} of another page
   * @param most how many at most, at least one
   */
  Page page(@Nullable String principal, long before, int most) throws JobStoreException;

  /** Forgets ended jobs whose time is over, and returns how many. */
  int expire(Instant now) throws JobStoreException;

  /** Ends the use of the store. */
  @Override
  void close();
}
