package dev.belay.bench.tools;

import dev.belay.bench.http.Gateways;
import java.util.List;
import java.util.stream.Stream;

/** How a server in Java is started: with which options, from which jars. */
record JavaCommand(List<String> options, String classPath, Class<?> main, List<String> arguments) {
  /** Keeps its own lists. */
  JavaCommand {
    options = List.copyOf(options);
    arguments = List.copyOf(arguments);
  }

  /** {@return the whole command, with more options before the others} */
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
