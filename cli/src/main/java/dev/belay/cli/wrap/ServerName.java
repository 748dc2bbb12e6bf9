package dev.belay.cli.wrap;

import java.util.List;
import java.util.Set;

/** What to call a server that only a command line describes. */
final class ServerName {
  private static final Set<String> RUNNERS =
      Set.of("npx", "uvx", "node", "python", "python3", "bunx", "deno", "java", "docker", "uv");

  private ServerName() {}

  /** {@return the program's name; behind a runner, that of the first thing it is told to run} */
  static String of(List<String> command) {
    var program = last(command.getFirst());
    if (RUNNERS.contains(program)) {
      for (var word : command.subList(1, command.size())) {
        if (!word.startsWith("-") && !word.isBlank()) {
          return last(word);
        }
      }
    }
    return program;
  }

  private static String last(String path) {
    var name = path.substring(path.lastIndexOf('/') + 1);
    return name.isEmpty() ? "server" : name;
  }
}
