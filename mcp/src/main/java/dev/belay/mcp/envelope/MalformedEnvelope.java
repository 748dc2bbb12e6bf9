package dev.belay.mcp.envelope;

import org.jspecify.annotations.Nullable;

/**
 * A line that is no message, or names what there cannot be: what to answer, and to whom if that
 * could be read.
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
   * whose names are longer than any that is known; else INVALID_REQUEST}
   */
  public ErrorCode code() {
    return code;
  }

  /** {@return the id, if one could be read beyond doubt} */
  public @Nullable RequestId id() {
    return id;
  }

  /**
   * Returns what the message seems to have been, or null if that cannot be told.
   *
   * <p>A broken answer must not be answered: its id belongs to the reader's own requests.
   */
  public @Nullable Kind kind() {
    return kind;
  }
}
