package dev.belay.tools.check;

/**
 * One thing that is wrong with the arguments of a call.
 *
 * @param path which argument, as {@code name.component[0]}; empty for all of them
 * @param problem what was expected, what came, and what was probably meant
 */
public record Violation(String path, String problem) {
  @Override
  public String toString() {
    return path.isEmpty() ? problem : path + ": " + problem;
  }
}
