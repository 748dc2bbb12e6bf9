package dev.belay.tools.declare;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown when tools cannot be served; has everything that is wrong with them. */
public final class InvalidToolsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  /** Creates an exception whose message has a line for each of {@code problems}. */
  public InvalidToolsException(List<Problem> problems) {
    super(
        problems.stream()
            .map(problem -> "\n  " + problem)
            .collect(Collectors.joining("", "These tools cannot be served:", "")));
    this.problems = List.copyOf(problems);
  }

  /** {@return all problems} */
  public List<Problem> problems() {
    return problems;
  }
}
