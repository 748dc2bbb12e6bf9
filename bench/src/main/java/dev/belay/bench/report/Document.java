package dev.belay.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The document of figures: replaces each run's part between marks, and leaves the prose alone. */
public record Document(Path file) {
  /** Puts {@code text} between the marks of {@code part}, which are added if they are missing. */
  public void write(String part, String text) throws IOException {
    var begin = "<!-- figures: " + part + " -->\n";
    var end = "<!-- end: " + part + " -->\n";
    var old = Files.exists(file) ? Files.readString(file) : "# Benchmarks\n";
    int from = old.indexOf(begin);
    int to = old.indexOf(end);
    var fresh =
        from < 0 || to < from
            ? old + "\n" + begin + text + end
            : old.substring(0, from) + begin + text + old.substring(to);
    Files.writeString(file, fresh);
  }
}
