package dev.belay.tools.check;

/**
 * One violation in the arguments of a call.
 *
 * @param path of the argument, as {@code name.component[0]}; empty for the arguments as a whole
 * @param problem the expected value, the actual one, and the probable intention
 */
public record Violation(String path, String problem) {
  @Override
  public String toString() {
    return path.isEmpty() ? problem : path + ": " + problem;
  }
}
