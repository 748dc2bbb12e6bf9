package dev.belay.process.spawn;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The command of a child, and how to start it.
 *
 * @param command the program and its arguments; the program is searched in the child's own PATH
 * @param environment the whole environment of the child; the cookie is added to it
 * @param directory its working directory; empty: that of this process
 * @param label used in the names of its threads
 * @param errors receives each chunk of its stderr, on the thread that reads it: while it blocks,
 *     the child's stderr fills up
 */
public record Launch(
    List<String> command,
    Map<String, String> environment,
    Optional<Path> directory,
    String label,
    Consumer<byte[]> errors) {
  public Launch {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }
}
