package dev.belay.tools.declare;

/**
 * A problem with a tool's declaration.
 *
 * @param where class, method and parameter, as far as they apply
 * @param what the mistake, and how to correct it
 */
public record Problem(String where, String what) {
  @Override
  public String toString() {
    return where + ": " + what;
  }
}
