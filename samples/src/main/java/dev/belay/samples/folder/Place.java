package dev.belay.samples.folder;

import dev.belay.tools.inject.ProtectedFiles;
import java.nio.file.Path;

/**
 * Where something is below a root, found but not opened yet.
 *
 * @param root without links
 * @param inside from the root to the place, without links; empty for the root itself
 * @param rootShown how callers name the root: empty where paths are relative to it
 * @param withheld what is not opened, wherever it is
 */
public record Place(Path root, Path inside, String rootShown, ProtectedFiles withheld) {
  /** {@return the path to open it by, as it was when it was found} */
  public Path path() {
    return root.resolve(inside);
  }

  /** {@return how callers name it} */
  public String shown() {
    var shown = Path.of(rootShown).resolve(inside).toString();
    return shown.isEmpty() ? "." : shown;
  }

  /** {@return whether it is a root itself} */
  public boolean isRoot() {
    return inside.toString().isEmpty();
  }

  /**
   * {@return its last name}
   *
   * @throws UnusablePathException if it is a root, which is in no folder of these
   */
  public Path name() throws UnusablePathException {
    if (isRoot()) {
      throw new UnusablePathException(shown() + " is a folder, not a file");
    }
    return inside.getFileName();
  }

  /** {@return the place of something in this folder} */
  public Place entry(Path name) {
    return new Place(root, inside.resolve(name), rootShown, withheld);
  }

  /** {@return the root} */
  public Place top() {
    return new Place(root, Path.of(""), rootShown, withheld);
  }

  /**
   * {@return the folder that it is in}
   *
   * @throws UnusablePathException if it is a root, whose own is outside
   */
  public Place above() throws UnusablePathException {
    if (isRoot()) {
      throw new UnusablePathException(shown() + " is a folder, not a file");
    }
    var above = inside.getParent();
    return above == null ? top() : new Place(root, above, rootShown, withheld);
  }
}
