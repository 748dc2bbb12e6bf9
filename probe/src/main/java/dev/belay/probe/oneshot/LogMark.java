package dev.belay.probe.oneshot;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a log ended when the run began, so that only what is written during the run counts.
 *
 * @param key tells this file from another of its name; null where there was none, or no key
 */
record LogMark(Path path, long end, @Nullable Object key) {
  /** More of a log is not read. */
  private static final long MOST = 64L * 1024 * 1024;

  /** {@return where the log ends now} */
  static LogMark at(Path path) {
    try {
      var now = Files.readAttributes(path, BasicFileAttributes.class);
      return new LogMark(path, now.size(), now.fileKey());
    } catch (IOException _) {
      return new LogMark(path, 0, null);
    }
  }

  /** {@return what was written since; null if there is no log} */
  @Nullable LogScan scan() throws IOException {
    if (!Files.isRegularFile(path)) {
      return null;
    }
    var now = Files.readAttributes(path, BasicFileAttributes.class);
    // A log that is another one, or shorter, was rotated: all of it is new.
    boolean same = Objects.equals(key, now.fileKey()) && now.size() >= end;
    long from = Math.max(same ? end : 0, now.size() - MOST);
    var scan = new LogScan();
    try (var file = FileChannel.open(path, StandardOpenOption.READ).position(from);
        var text =
            new BufferedReader(
                new InputStreamReader(Channels.newInputStream(file), StandardCharsets.UTF_8))) {
      for (var line = text.readLine(); line != null; line = text.readLine()) {
        scan.line(line);
      }
    }
    return scan;
  }
}
