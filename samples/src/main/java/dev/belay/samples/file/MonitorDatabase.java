package dev.belay.samples.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** What is known of files, by their paths, in one JSON file that is replaced as a whole. */
final class MonitorDatabase {
  private static final TypeReference<TreeMap<String, String>> STAMPS = new TypeReference<>() {};

  private final Path file;

  MonitorDatabase(Path file) {
    this.file = file;
  }

  /** {@return all that is known; nothing before the first write} */
  Map<String, String> read() throws IOException {
    try {
      return JsonMapper.shared().readValue(Files.readAllBytes(file), STAMPS);
    } catch (NoSuchFileException _) {
      return new TreeMap<>();
    } catch (JacksonException e) {
      throw new IOException(file + " is damaged: delete it, and all files count as new", e);
    }
  }

  /** Replaces all that is known. */
  void write(Map<String, String> stamps) throws IOException {
    var folder = Files.createDirectories(file.toAbsolutePath().getParent());
    var fresh = Files.createTempFile(folder, "monitor", ".json");
    try {
      Files.write(fresh, JsonMapper.shared().writeValueAsBytes(stamps));
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
