package dev.belay.tools.check;

/**
 * Largest arguments of a call.
 *
 * @param bytes of the JSON object as a whole
 * @param depth of nested objects and arrays
 * @param values members of all objects and items of all arrays, together
 */
public record ArgumentBounds(int bytes, int depth, int values) {
  /** 16 MiB, 64 deep, 50,000 values. */
  public static final ArgumentBounds DEFAULTS = new ArgumentBounds(16 * 1024 * 1024, 64, 50_000);
}
