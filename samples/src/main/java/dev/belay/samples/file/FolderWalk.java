package dev.belay.samples.file;

import dev.belay.samples.file.Place.UnusablePathException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Walk through a folder and its subfolders, in order of names, without following links.
 *
 * <p>Holds one open folder per level. Folders that cannot be opened are skipped and reported.
 */
public final class FolderWalk {
  /** Maximum number of reasons kept. */
  private static final int TOLD = 10;

  /** Maximum depth; each level holds an open folder. */
  static final int DEEPEST = 128;

  private final FileVisitor visitor;
  private final boolean recursive;
  private final List<String> leftOut = new ArrayList<>();
  private int leftOutCount;

  /**
   * Prepares a walk.
   *
   * @param recursive whether to descend into subfolders
   */
  public FolderWalk(FileVisitor visitor, boolean recursive) {
    this.visitor = visitor;
    this.recursive = recursive;
  }

  /**
   * Walks a folder.
   *
   * @throws UnusablePathException if this folder itself cannot be opened
   * @throws IOException if the visitor throws it
   */
  public void walk(Place start) throws IOException {
    try (var folder = OpenFolder.at(start)) {
      walk(folder, 0);
    }
  }

  /** {@return the number of folders skipped} */
  public int leftOutCount() {
    return leftOutCount;
  }

  /** {@return why folders were skipped; the first ten reasons} */
  public List<String> leftOut() {
    return List.copyOf(leftOut);
  }

  private void leaveOut(String reason) {
    leftOutCount++;
    if (leftOut.size() < TOLD) {
      leftOut.add(reason);
    }
  }

  private void walk(OpenFolder folder, int depth) throws IOException {
    var entries = folder.entries();
    visitor.enter(folder);
    for (var entry : entries) {
      if (entry.attributes().isRegularFile()) {
        visitor.file(folder, entry);
      } else if (recursive
          && entry.attributes().isDirectory()
          && visitor.wants(folder.place().entry(entry.name()))) {
        below(folder, entry, depth + 1);
      }
    }
    visitor.leave(folder);
  }

  private void below(OpenFolder above, OpenFolder.Entry entry, int depth) throws IOException {
    if (depth > DEEPEST) {
      leaveOut(above.place().entry(entry.name()).shown() + " is too deep");
      return;
    }
    OpenFolder folder;
    try {
      folder = above.folder(entry.name());
    } catch (UnusablePathException e) {
      leaveOut(Objects.requireNonNull(e.getMessage()));
      return;
    }
    try (folder) {
      walk(folder, depth);
    }
  }

  /** Receiver of a walk's files and folders. */
  public interface FileVisitor {
    /** Called before the entries of a folder. */
    default void enter(OpenFolder folder) throws IOException {}

    /** {@return whether to open a folder} */
    default boolean wants(Place folder) {
      return true;
    }

    /** Called for each regular file. */
    void file(OpenFolder folder, OpenFolder.Entry file) throws IOException;

    /** Called after the entries of the folder entered last. */
    default void leave(OpenFolder folder) {}
  }
}
