package dev.belay.samples.file;

import dev.belay.samples.file.Place.UnusablePathException;
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
    this.roots = roots.stream().map(root -> root.toAbsolutePath().normalize()).toList();
    this.withheld = withheld;
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
   * @param asked absolute, or below the first root
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
      wanted = roots.getFirst().resolve(asked);
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
        // Paths below the first root are shown as relative; others would be ambiguous.
        var rootShown = root.equals(roots.getFirst()) ? "" : root.toString();
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
        "%s is outside of what these tools may use: %s"
            .formatted(asked, String.join(", ", roots.stream().map(Path::toString).toList())));
  }
}
