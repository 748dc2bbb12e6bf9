package dev.belay.tools.declare;

import java.util.List;
import java.util.stream.Collectors;

/** Tools that cannot be served, with everything that is wrong with them. */
public final class InvalidToolsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  /** Names all {@code problems}, a line each. */
  public InvalidToolsException(List<Problem> problems) {
    super(
        problems.stream()
            .map(problem -> "\n  " + problem)
            .collect(Collectors.joining("", "These tools cannot be served:", "")));
    this.problems = List.copyOf(problems);
  }

  /** {@return everything that is wrong} */
  public List<Problem> problems() {
    return problems;
  }
}
