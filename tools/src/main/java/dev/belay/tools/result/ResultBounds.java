package dev.belay.tools.result;

/**
 * Largest result of a tool; the rest is cut off with a notice.
 *
 * @param bytes of texts in UTF-8, of structured content, and of other content in base64
 * @param items of a list or stream of content
 */
public record ResultBounds(int bytes, int items) {
  /** 4 MiB, 10,000 pieces. */
  public static final ResultBounds DEFAULTS = new ResultBounds(4 * 1024 * 1024, 10_000);

  /** Refuses bounds too small for the notice of a cut. */
  public ResultBounds {
    if (bytes < 1_024 || items < 1) {
      throw new IllegalArgumentException("a result needs at least 1,024 bytes and one item");
    }
  }
}
