package dev.belay.testbed.fault;

import dev.belay.core.time.Time;
import dev.belay.testkit.client.ScriptedClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Waits for a line in a file of another process, by polling. */
final class LogWaiting {
  private static final Duration PAUSE = Duration.ofMillis(10);

  private LogWaiting() {}

  static String first(Path log, String start) throws IOException, InterruptedException {
    var begin = Time.system().nanos();
    for (; ; ) {
      var lines = Files.readAllLines(log);
      for (var line : lines) {
        if (line.startsWith(start)) {
          return line;
        }
      }
      if (Time.system().nanos() - begin > ScriptedClient.LIMIT.toNanos()) {
        throw new AssertionError("no '" + start + "' in the log: " + String.join("\n", lines));
      }
      Time.system().sleep(PAUSE);
    }
  }
}
