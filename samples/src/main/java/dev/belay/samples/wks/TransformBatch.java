package dev.belay.samples.wks;

import dev.belay.core.time.Time;
import dev.belay.samples.corpus.Format;
import dev.belay.samples.file.AllowedRoots;
import dev.belay.samples.file.BoundedText;
import dev.belay.samples.file.OpenFolder;
import dev.belay.samples.file.OwnFile;
import dev.belay.samples.file.Shield;
import dev.belay.tools.call.ToolCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Transforms documents to plain text, each to a file of its own. */
final class TransformBatch {
  private static final int MOST = 500;
  private static final int DOCUMENT_BYTES = 16 * 1024 * 1024;
  private static final int TOLD = 10;

  private final Path folder;

  /** Writes to that folder. */
  TransformBatch(Path folder) {
    this.folder = folder;
  }

  Map<String, Object> transform(
      List<String> paths, AllowedRoots roots, ToolCall call, Time time, List<String> warnings)
      throws IOException {
    if (paths.isEmpty() || paths.size() > MOST) {
      throw new IOException("expected 1 to " + MOST + " paths, got " + paths.size());
    }
    long start = time.nanos();
    var outputs = new ArrayList<String>();
    IOException last = null;
    for (int i = 0; i < paths.size(); i++) {
      try {
        outputs.add(one(paths.get(i), roots, call));
      } catch (IOException e) {
        last = e;
        if (warnings.size() < TOLD) {
          warnings.add(String.valueOf(e.getMessage()));
        }
      }
      call.heartbeat(
          "Transforming %d of %d files...".formatted(i + 1, paths.size()),
          (double) i + 1,
          (double) paths.size());
    }
    if (last != null && outputs.isEmpty()) {
      throw last;
    }
    double seconds = Duration.ofNanos(time.nanos() - start).toMillis() / 1000.0;
    return Map.of(
        "files_processed",
        paths.size(),
        "files_transformed",
        outputs.size(),
        "files_skipped",
        paths.size() - outputs.size(),
        "outputs",
        List.copyOf(outputs),
        "duration_seconds",
        seconds);
  }

  private String one(String path, AllowedRoots roots, ToolCall call) throws IOException {
    var place = roots.find(path);
    var name = place.name().toString();
    var format = Format.of(name);
    if (format.isEmpty()) {
      throw new IOException(place.shown() + " is no text, Markdown or HTML");
    }
    String content;
    try (var above = OpenFolder.above(place);
        var file = above.read(place.name())) {
      content = BoundedText.read(place.shown(), file, DOCUMENT_BYTES, -1);
    }
    var text = format.get().parse(name, content).text();
    // Named after the whole path, so that equal names of two folders do not collide.
    var id = UUID.nameUUIDFromBytes(place.path().toString().getBytes(StandardCharsets.UTF_8));
    var output = folder.resolve(name + "-" + id.toString().substring(0, 8) + ".txt");
    new Shield(call).write(() -> OwnFile.replace(output, text.getBytes(StandardCharsets.UTF_8)));
    return output.toString();
  }
}
