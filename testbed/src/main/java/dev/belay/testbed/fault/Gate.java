package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a {@link Fault#SLEEP} or {@link Fault#PROGRESS} waits for that goes on when a test says so,
 * and not by a clock.
 *
 * @param file what the call looks for; it must not exist before {@link #open}
 */
public record Gate(Path file) {
  /** {@return the arguments of the call that waits for it} */
  public String arguments() {
    return "{\"until\":" + Json.quote(file.toString()) + "}";
  }

  /** Lets the call go on. */
  public void open() throws IOException {
    Files.createFile(file);
  }
}
