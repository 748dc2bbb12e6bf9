package dev.belay.bench.tools;

import dev.belay.bench.http.Gateways;
import java.util.List;
import java.util.stream.Stream;

/** Command that starts a Java server: options, jars, main class and arguments. */
record JavaCommand(List<String> options, String classPath, Class<?> main, List<String> arguments) {
  /** Makes defensive copies. */
  JavaCommand {
    options = List.copyOf(options);
    arguments = List.copyOf(arguments);
  }

  /** {@return the whole command, with additional options first} */
  List<String> with(String... more) {
    return Stream.of(
            List.of(Gateways.java()),
            options,
            List.of(more),
            List.of("-cp", classPath, main.getName()),
            arguments)
        .flatMap(List::stream)
        .toList();
  }
}
