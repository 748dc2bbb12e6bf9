package dev.belay.samples.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stamps of files by path, in one JSON file that is replaced as a whole.
 *
 * <p>Several instances, also in other processes, may share a file: {@code ONE_AT_A_TIME} and a file
 * lock are held while it is read and rewritten. Thread-safe.
 */
final class MonitorDatabase {
  private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();
  private static final TypeReference<TreeMap<String, String>> STAMPS = new TypeReference<>() {};

  private final Path file;

  MonitorDatabase(Path file) {
    this.file = file;
  }

  /** {@return all stamps; empty before the first write} */
  Map<String, String> read() throws IOException {
    try {
      return JsonMapper.shared().readValue(Files.readAllBytes(file), STAMPS);
    } catch (NoSuchFileException _) {
      return new TreeMap<>();
    } catch (JacksonException e) {
      throw new IOException(file + " is damaged: delete it, and all files count as new", e);
    }
  }

  /**
   * Merges the result of one sync with what others have written meanwhile.
   *
   * @param noted stamps of the files met
   * @param gone stamps of files not found; an entry that another sync has renewed stays
   */
  void keep(Map<String, String> noted, Map<String, String> gone) throws IOException {
    var folder = Files.createDirectories(file.toAbsolutePath().getParent());
    ONE_AT_A_TIME.lock();
    try (var guard = guard();
        var _ = guard.lock()) {
      var stamps = read();
      gone.forEach(stamps::remove);
      stamps.putAll(noted);
      write(folder, stamps);
    } finally {
      ONE_AT_A_TIME.unlock();
    }
  }

  private FileChannel guard() throws IOException {
    return FileChannel.open(
        Path.of(file + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private void write(Path folder, Map<String, String> stamps) throws IOException {
    var fresh = Files.createTempFile(folder, "monitor", ".json");
    try {
      Files.write(fresh, JsonMapper.shared().writeValueAsBytes(stamps));
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
