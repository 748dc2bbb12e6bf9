package dev.belay.mcp.envelope;

import org.jspecify.annotations.Nullable;

/**
 * Thrown for a line that is not a message, or names something that cannot exist: carries the error
 * to answer with and, if readable, the id.
 */
public final class MalformedEnvelope extends Exception {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final transient @Nullable RequestId id;
  private final @Nullable Kind kind;

  MalformedEnvelope(ErrorCode code, String message, @Nullable RequestId id, @Nullable Kind kind) {
    // No stack trace: a peer decides how often this is thrown.
    super(message, null, false, false);
    this.code = code;
    this.id = id;
    this.kind = kind;
  }

  /**
   * {@return PARSE_ERROR if it is not JSON; INVALID_PARAMS or METHOD_NOT_FOUND if it is a message
   * with names longer than any known one; otherwise INVALID_REQUEST}
   */
  public ErrorCode code() {
    return code;
  }

  /** {@return the id, if it could be read beyond doubt} */
  public @Nullable RequestId id() {
    return id;
  }

  /**
   * Returns the likely kind of the message, or null if it is unclear.
   *
   * <p>A broken answer must not be answered: its id belongs to the reader's own requests.
   */
  public @Nullable Kind kind() {
    return kind;
  }
}
