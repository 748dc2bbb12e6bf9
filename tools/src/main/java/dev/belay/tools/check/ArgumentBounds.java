package dev.belay.tools.check;

/**
 * How much arguments may be.
 *
 * @param bytes of the JSON object as a whole
 * @param depth of objects and arrays within each other
 * @param values members of all objects and items of all arrays, together
 */
public record ArgumentBounds(int bytes, int depth, int values) {
  /** 16 MiB, 64 deep, 50,000 values. */
  public static final ArgumentBounds DEFAULTS = new ArgumentBounds(16 * 1024 * 1024, 64, 50_000);
}
