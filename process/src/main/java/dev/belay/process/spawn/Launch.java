package dev.belay.process.spawn;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What to start.
 *
 * @param command the program and its arguments; the program is searched in the child's own PATH
 * @param environment everything that the child is to have; the cookie is added to it
 * @param directory where it runs; empty: where this process runs
 * @param label names its threads
 * @param errors gets each chunk of its stderr, on the thread that reads it: while it blocks, the
 *     child's stderr fills up
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
