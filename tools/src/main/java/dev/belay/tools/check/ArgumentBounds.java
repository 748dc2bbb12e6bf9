package dev.belay.tools.check;

/**
 * How much arguments may be.
 *
 * @param bytes of the JSON object as a whole
 * @param depth of objects and arrays within each other
 */
public record ArgumentBounds(int bytes, int depth) {
  /** 16 MiB, 64 deep. */
  public static final ArgumentBounds DEFAULTS = new ArgumentBounds(16 * 1024 * 1024, 64);
}
