package dev.belay.core.approval;

/**
 * Thrown by a store of rules that could not carry out an operation. The message is a sentence for
 * people.
 */
public final class RuleStoreException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with the reason and its cause. */
  public RuleStoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
