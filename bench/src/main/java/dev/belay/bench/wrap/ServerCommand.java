package dev.belay.bench.wrap;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A server under comparison: its name in the report, its command, and the argument of its echo
 * tool.
 *
 * @param argument the name of the echo tool's only argument
 */
public record ServerCommand(String name, List<String> command, String argument) {
  /** {@return the same server behind Belay} */
  ServerCommand behind(Path belay, String... options) {
    var wrapped = new ArrayList<String>();
    wrapped.add(belay.toString());
    wrapped.add("wrap");
    wrapped.addAll(List.of(options));
    wrapped.add("--");
    wrapped.addAll(command);
    return new ServerCommand(name, wrapped, argument);
  }
}
