package dev.belay.samples.file;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.ToolCall;
import java.io.IOException;

/** The tool {@code read_file} (S4-70). */
public final class ReadFile {
  /** Maximum bytes of a file in one result. */
  static final int SHOWN_BYTES = 512 * 1024;

  private final AllowedRoots roots;

  /** Reads files below these roots. */
  public ReadFile(AllowedRoots roots) {
    this.roots = roots;
  }

  /**
   * Reads a text file.
   *
   * @throws IOException if the path is not usable, or its content is not text
   */
  @Tool(
      name = "read_file",
      title = "Read a file",
      description = "Read file contents",
      category = "files",
      readOnly = true,
      idempotent = true,
      timeout = 60,
      concurrency = "file:{path}")
  public String read(
      @Arg(description = "Path of the file: relative to the workspace, or absolute") String path,
      ToolCall call)
      throws IOException {
    var place = roots.narrowedTo(call).find(path);
    try (var folder = OpenFolder.above(place);
        var file = folder.read(place.name())) {
      long size = folder.attributes(place.name()).size();
      return BoundedText.read(place.shown(), file, SHOWN_BYTES, size);
    }
  }
}
