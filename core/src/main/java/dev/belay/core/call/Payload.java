package dev.belay.core.call;

/**
 * Arguments or a result as they travel: bytes that the core never reads, and the dialect that says
 * who can.
 *
 * <p>The bytes are shared, not copied: whoever makes a payload or reads one must not change them.
 */
public final class Payload {
  /** Nothing at all. */
  public static final Payload EMPTY = new Payload("", new byte[0]);

  private final String dialect;
  private final byte[] bytes;

  /** Wraps {@code bytes}, written in {@code dialect}. */
  public Payload(String dialect, byte[] bytes) {
    this.dialect = dialect;
    this.bytes = bytes;
  }

  /** {@return who can read the bytes} */
  public String dialect() {
    return dialect;
  }

  /** {@return the bytes themselves, not a copy} */
  public byte[] bytes() {
    return bytes;
  }
}
