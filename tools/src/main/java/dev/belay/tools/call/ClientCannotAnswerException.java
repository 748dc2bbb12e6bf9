package dev.belay.tools.call;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Thrown when a client cannot answer a question, or did not answer it. */
public final class ClientCannotAnswerException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> missing;

  /** Creates an exception whose message names the question and an alternative for the tool. */
  public ClientCannotAnswerException(String message, @Nullable Throwable cause) {
    this(message, cause, List.of());
  }

  private ClientCannotAnswerException(
      String message, @Nullable Throwable cause, List<String> missing) {
    super(message, cause);
    this.missing = missing;
  }

  /**
   * {@return the exception for a question whose capability the client did not declare}
   *
   * @param missing the capability, and the one within it
   */
  public static ClientCannotAnswerException undeclared(String message, List<String> missing) {
    return new ClientCannotAnswerException(message, null, List.copyOf(missing));
  }

  /** {@return the capability that the client did not declare; empty if there was another reason} */
  public List<String> missing() {
    return missing;
  }
}
