package dev.belay.tools.declare;

/**
 * One thing that is wrong with a tool.
 *
 * @param where class, method and parameter, as far as it has them
 * @param what the mistake, and what to do about it
 */
public record Problem(String where, String what) {
  @Override
  public String toString() {
    return where + ": " + what;
  }
}
