package dev.belay.tools.declare;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.stream.Stream;

/** Captures the messages for an author whose tools cannot be served. */
final class Told {
  private Told() {}

  static List<String> told(Object... declared) {
    return told(Tools.builder(), declared);
  }

  /** {@return messages without the name of the class of tests that declares the tools} */
  static List<String> in(Class<?> tests, List<String> messages) {
    return messages.stream().map(one -> one.replace(tests.getName() + "$", "")).toList();
  }

  static List<String> told(ToolsBuilder builder, Object... declared) {
    Stream.of(declared).forEach(builder::add);
    return catchThrowableOfType(InvalidToolsException.class, builder::build).problems().stream()
        .map(Problem::toString)
        .toList();
  }
}
