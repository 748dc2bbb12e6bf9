package dev.belay.samples.file;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.ToolCall;
import java.io.IOException;

/** The tool {@code delete_file} (S4-70). */
public final class DeleteFile {
  private final AllowedRoots roots;

  /** Deletes files below these roots. */
  public DeleteFile(AllowedRoots roots) {
    this.roots = roots;
  }

  /**
   * Deletes a file, or a symbolic link itself.
   *
   * @throws IOException if the path is not usable, or names a folder
   */
  @Tool(
      name = "delete_file",
      title = "Delete a file",
      description = "Delete a file",
      category = "files",
      destructive = true,
      timeout = 60,
      concurrency = "exclusive")
  public String delete(
      @Arg(description = "Path of the file: relative to the workspace, or absolute") String path,
      ToolCall call)
      throws IOException {
    var place = roots.narrowedTo(call).findEntry(path);
    try (var folder = OpenFolder.above(place)) {
      folder.delete(place.name());
    }
    return "Deleted " + place.shown();
  }
}
