package dev.belay.samples.file;

import dev.belay.samples.file.Place.UnusablePathException;
import dev.belay.tools.call.ToolCall;
import dev.belay.tools.inject.ProtectedFiles;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Folders that tools may use: resolves paths of callers and refuses those outside.
 *
 * <p>Symbolic links that lead to an allowed place are followed here. The result is opened from its
 * root downwards without following links ({@link OpenFolder}), so that a link created between check
 * and use has no effect. A hard link cannot be distinguished from a regular file, except one to a
 * protected file.
 *
 * <p>Immutable and thread-safe.
 */
public final class AllowedRoots {
  private final List<Path> roots;

  /** Where relative paths start. */
  private final Path base;

  private final ProtectedFiles withheld;

  /**
   * Allows these folders and all below them.
   *
   * @param roots at least one; relative paths start at the first
   * @param withheld files refused nonetheless
   */
  public AllowedRoots(List<Path> roots, ProtectedFiles withheld) {
    if (roots.isEmpty()) {
      throw new IllegalArgumentException("no folder is allowed");
    }
    this(absolute(roots), absolute(roots).getFirst(), withheld);
  }

  private AllowedRoots(List<Path> roots, Path base, ProtectedFiles withheld) {
    this.roots = roots;
    this.base = base;
    this.withheld = withheld;
  }

  private static List<Path> absolute(List<Path> paths) {
    return paths.stream().map(path -> path.toAbsolutePath().normalize()).toList();
  }

  /**
   * Returns what is allowed both here and by the caller, whose relative paths start at its
   * workspace (S1-18, S1-42).
   *
   * @throws UnusablePathException if no folder is allowed by both
   */
  public AllowedRoots narrowedTo(ToolCall call) throws UnusablePathException {
    var workspace = call.workspace();
    var start = workspace == null ? base : workspace.toAbsolutePath().normalize();
    var wanted = absolute(call.allowedRoots());
    if (wanted.isEmpty()) {
      return new AllowedRoots(roots, start, withheld);
    }
    var both = new ArrayList<Path>();
    for (var other : wanted) {
      for (var root : roots) {
        if (isBelow(other, root)) {
          both.add(other);
        } else if (isBelow(root, other)) {
          both.add(root);
        }
      }
    }
    if (both.isEmpty()) {
      throw new UnusablePathException(
          "The caller allows %s, and these tools may use %s: no folder is in both"
              .formatted(text(wanted), text(roots)));
    }
    return new AllowedRoots(List.copyOf(both), start, withheld);
  }

  /** A folder that does not exist is below none, so that no error reveals what exists outside. */
  private static boolean isBelow(Path folder, Path above) {
    try {
      return folder.toRealPath().startsWith(above.toRealPath());
    } catch (IOException _) {
      return false;
    }
  }

  /**
   * {@return the folders themselves}
   *
   * @throws UnusablePathException if one does not exist
   */
  public List<Place> all() throws UnusablePathException {
    var places = new ArrayList<Place>();
    for (var root : roots) {
      places.add(place(real(root)));
    }
    return places;
  }

  /**
   * Resolves a file or folder, following links.
   *
   * @param asked absolute, or below the workspace or first root
   * @throws UnusablePathException if it is outside, missing, or not a valid path
   */
  public Place find(String asked) throws UnusablePathException {
    return place(within(asked, wanted(asked)));
  }

  /**
   * Resolves an entry of a folder without following it if it is a link.
   *
   * @throws UnusablePathException if it is outside, its folder is missing, or it is a root
   */
  public Place findEntry(String asked) throws UnusablePathException {
    var wanted = wanted(asked);
    var name = wanted.getFileName();
    var folder = wanted.getParent();
    if (name == null || folder == null || isStep(name) || roots.contains(wanted)) {
      throw new UnusablePathException(asked + " does not name an entry of a folder");
    }
    return place(within(asked, folder).resolve(name));
  }

  private static boolean isStep(Path name) {
    return name.toString().equals(".") || name.toString().equals("..");
  }

  private Path wanted(String asked) throws UnusablePathException {
    Path wanted;
    try {
      wanted = base.resolve(asked);
    } catch (InvalidPathException e) {
      throw new UnusablePathException("This is no path: " + e.getReason());
    }
    // Checked before disk access, so that no error reveals what exists outside.
    var straight = wanted.normalize();
    for (var root : roots) {
      if (straight.startsWith(root) || straight.startsWith(real(root))) {
        return wanted;
      }
    }
    throw outside(asked);
  }

  /** {@return the real path, which is below a root} */
  private Path within(String asked, Path wanted) throws UnusablePathException {
    Path found;
    try {
      found = wanted.toRealPath();
    } catch (NoSuchFileException e) {
      var above = wanted.getParent();
      if (above != null && !roots.contains(wanted)) {
        // Missing behind a link that leads out is outside, not missing.
        var _ = within(asked, above);
      }
      throw UnusablePathException.because(asked, e);
    } catch (IOException e) {
      throw UnusablePathException.because(asked, e);
    }
    for (var root : roots) {
      if (found.startsWith(real(root))) {
        return found;
      }
    }
    throw outside(asked);
  }

  private Place place(Path real) throws UnusablePathException {
    for (var root : roots) {
      var top = real(root);
      if (real.startsWith(top)) {
        // Only paths below the start of relative ones are shown as relative.
        var rootShown = root.equals(base) ? "" : root.toString();
        return new Place(top, top.relativize(real), rootShown, withheld);
      }
    }
    throw outside(real.toString());
  }

  private static Path real(Path root) throws UnusablePathException {
    try {
      return root.toRealPath();
    } catch (IOException e) {
      throw UnusablePathException.because(root.toString(), e);
    }
  }

  private UnusablePathException outside(String asked) {
    return new UnusablePathException(
        "%s is outside of what these tools may use: %s".formatted(asked, text(roots)));
  }

  private static String text(List<Path> paths) {
    return String.join(", ", paths.stream().map(Path::toString).toList());
  }
}
