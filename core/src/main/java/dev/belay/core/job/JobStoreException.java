package dev.belay.core.job;

/**
 * Thrown by a store of jobs that could not carry out an operation. The message is a sentence for
 * people.
 */
public final class JobStoreException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with the reason. */
  public JobStoreException(String message) {
    super(message);
  }

  /** Creates an exception with the reason and its cause. */
  public JobStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
