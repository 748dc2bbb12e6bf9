package dev.belay.gateway.relay;

import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What faulty servers did, line by line, over all restarts. */
record ServerRecord(Path file) {
  List<String> lines() {
    try {
      if (Files.notExists(file)) {
        return List.of();
      }
      var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      // A line is seen piece by piece while it is written: a write across two pages is not atomic.
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return what follows {@code event} in its lines} */
  List<String> of(String event) {
    return lines().stream()
        .filter(line -> line.startsWith(event + " "))
        .map(line -> line.substring(event.length() + 1))
        .toList();
  }

  /** {@return the messages of that method that they got} */
  List<Json> got(String method) {
    return of("recv").stream()
        .filter(line -> line.startsWith("{"))
        .map(Json::parse)
        .filter(message -> message.at("method").text().equals(method))
        .toList();
  }

  /** {@return the processes that they are or have started} */
  List<Long> pids(String event) {
    return of(event).stream().map(Long::parseLong).toList();
  }
}
