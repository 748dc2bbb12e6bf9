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

  static List<String> told(ToolsBuilder builder, Object... declared) {
    Stream.of(declared).forEach(builder::add);
    return catchThrowableOfType(InvalidToolsException.class, builder::build).problems().stream()
        .map(Problem::toString)
        .toList();
  }
}
