package dev.belay.core.job;

/** A store of jobs could not do what it was asked for. Its message is a sentence for people. */
public final class JobStoreException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says why. */
  public JobStoreException(String message) {
    super(message);
  }

  /** Says why, and what was thrown. */
  public JobStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
