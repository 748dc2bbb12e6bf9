package dev.belay.tools.call;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client was asked what it cannot, or did not, answer. */
public final class ClientCannotAnswerException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> missing;

  /** Says what was asked, and what a tool can do instead. */
  public ClientCannotAnswerException(String message, @Nullable Throwable cause) {
    this(message, cause, List.of());
  }

  private ClientCannotAnswerException(
      String message, @Nullable Throwable cause, List<String> missing) {
    super(message, cause);
    this.missing = missing;
  }

  /**
   * {@return what was asked of a client that had not declared that it can be asked}
   *
   * @param missing the capability, and the one within it
   */
  public static ClientCannotAnswerException undeclared(String message, List<String> missing) {
    return new ClientCannotAnswerException(message, null, List.copyOf(missing));
  }

  /** {@return the capability that the client did not declare; empty if that was not the reason} */
  public List<String> missing() {
    return missing;
  }
}
