package dev.belay.core.call;

/**
 * Arguments or a result in transit: bytes that the core never reads, tagged with their dialect.
 *
 * <p>The bytes are shared, not copied: neither the maker nor a reader of a payload may change them.
 */
public final class Payload {
  /** The empty payload. */
  public static final Payload EMPTY = new Payload("", new byte[0]);

  private final String dialect;
  private final byte[] bytes;
  private final boolean isError;

  /** Wraps {@code bytes}, written in {@code dialect}. */
  public Payload(String dialect, byte[] bytes) {
    this(dialect, bytes, /* isError= */ false);
  }

  /**
   * Wraps {@code bytes}, written in {@code dialect}.
   *
   * @param isError whether they are a result by which the tool reports an error
   */
  public Payload(String dialect, byte[] bytes, boolean isError) {
    this.dialect = dialect;
    this.bytes = bytes;
    this.isError = isError;
  }

  /** {@return the dialect of the bytes} */
  public String dialect() {
    return dialect;
  }

  /** {@return whether this is a result by which the tool reports an error} */
  public boolean isError() {
    return isError;
  }

  /** {@return the bytes themselves, not a copy} */
  public byte[] bytes() {
    return bytes;
  }
}
