package dev.belay.samples.folder;

import dev.belay.tools.inject.ProtectedFiles;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The folders that tools may use: finds what a caller names, and refuses what is outside of them.
 *
 * <p>Links are followed where they lead to a place within. What is found is opened from its root
 * downwards, and then no link is followed any more ({@link OpenFolder}): who puts one there between
 * the check and the use gains nothing. A hard link cannot be told from a file of its own, unless it
 * is one to a protected file.
 *
 * <p>Immutable, safe for use by many threads.
 */
public final class AllowedRoots {
  private final List<Path> roots;
  private final ProtectedFiles withheld;

  /**
   * Allows these folders and all below them.
   *
   * @param roots at least one; relative paths are those of the first
   * @param withheld what is refused all the same
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
   * @throws UnusablePathException if one is not there
   */
  public List<Place> all() throws UnusablePathException {
    var places = new ArrayList<Place>();
    for (var root : roots) {
      places.add(place(real(root)));
    }
    return places;
  }

  /**
   * Finds a file or a folder, behind all links.
   *
   * @param asked absolute, or below the first root
   * @throws UnusablePathException if it is outside, not there, or no path
   */
  public Place find(String asked) throws UnusablePathException {
    return place(within(asked, wanted(asked)));
  }

  /**
   * Finds an entry of a folder as it is: a link is that link, not what it leads to.
   *
   * @throws UnusablePathException if it is outside, its folder is not there, or it is a root
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
    // Before the disk is asked, so that nobody learns what is there outside.
    var straight = wanted.normalize();
    for (var root : roots) {
      if (straight.startsWith(root) || straight.startsWith(real(root))) {
        return wanted;
      }
    }
    throw outside(asked);
  }

  /** {@return the path without links, which is below a root} */
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
        // Relative paths are those of the first root; in the others only absolute ones are clear.
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
