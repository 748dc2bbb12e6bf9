package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Signal by which a test continues a {@link Fault#SLEEP} or {@link Fault#PROGRESS}, instead of a
 * clock.
 *
 * @param file awaited by the call; must not exist before {@link #open}
 */
public record Gate(Path file) {
  /** {@return the arguments of the call that waits for it} */
  public String arguments() {
    return "{\"until\":" + Json.quote(file.toString()) + "}";
  }

  /** Lets the call continue. */
  public void open() throws IOException {
    Files.createFile(file);
  }
}
