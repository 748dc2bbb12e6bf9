package dev.belay.samples.folder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Goes through a folder and all below it, in the order of names, links not followed.
 *
 * <p>Each level has one folder open. What cannot be opened is left out, and told of.
 */
public final class FolderWalk {
  /** How many reasons are kept. */
  private static final int TOLD = 10;

  /** Deeper than any tree that a person made; each level keeps a folder open. */
  static final int DEEPEST = 128;

  private final FileVisitor visitor;
  private final boolean recursive;
  private final List<String> leftOut = new ArrayList<>();
  private int leftOutCount;

  /**
   * Prepares a walk.
   *
   * @param recursive whether folders below are gone through as well
   */
  public FolderWalk(FileVisitor visitor, boolean recursive) {
    this.visitor = visitor;
    this.recursive = recursive;
  }

  /**
   * Goes through a folder.
   *
   * @throws UnusablePathException if this folder itself cannot be opened
   * @throws IOException whatever the visitor throws
   */
  public void walk(Place start) throws IOException {
    try (var folder = OpenFolder.at(start)) {
      walk(folder, 0);
    }
  }

  /** {@return how many folders could not be opened} */
  public int leftOutCount() {
    return leftOutCount;
  }

  /** {@return what could not be opened, with the reasons; the first ten} */
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
}
