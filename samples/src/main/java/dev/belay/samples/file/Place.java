package dev.belay.samples.file;

import dev.belay.tools.inject.ProtectedFiles;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A resolved location below a root, not yet opened.
 *
 * @param root the real path of the root
 * @param inside the real path relative to the root; empty for the root itself
 * @param rootShown the root as shown to callers: empty if paths are relative to it
 * @param withheld files refused wherever they are
 */
public record Place(Path root, Path inside, String rootShown, ProtectedFiles withheld) {
  /** {@return the absolute path, as resolved} */
  public Path path() {
    return root.resolve(inside);
  }

  /** {@return the path as shown to callers} */
  public String shown() {
    var shown = Path.of(rootShown).resolve(inside).toString();
    return shown.isEmpty() ? "." : shown;
  }

  /** {@return whether it is a root itself} */
  public boolean isRoot() {
    return inside.toString().isEmpty();
  }

  /**
   * {@return the file name}
   *
   * @throws UnusablePathException if it is a root
   */
  public Path name() throws UnusablePathException {
    if (isRoot()) {
      throw new UnusablePathException(shown() + " is a folder, not a file");
    }
    return inside.getFileName();
  }

  /** {@return the place of an entry of this folder} */
  public Place entry(Path name) {
    return new Place(root, inside.resolve(name), rootShown, withheld);
  }

  /** {@return the root} */
  public Place top() {
    return new Place(root, Path.of(""), rootShown, withheld);
  }

  /**
   * {@return the parent folder}
   *
   * @throws UnusablePathException if it is a root, whose parent is outside
   */
  public Place above() throws UnusablePathException {
    if (isRoot()) {
      throw new UnusablePathException(shown() + " is a folder, not a file");
    }
    var above = inside.getParent();
    return above == null ? top() : new Place(root, above, rootShown, withheld);
  }

  /** Thrown for a path that a tool may not or cannot use; the message tells a model why. */
  public static final class UnusablePathException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception whose message names the path and the fault. */
    public UnusablePathException(String message) {
      super(message);
    }

    private UnusablePathException(String message, IOException cause) {
      super(message, cause);
    }

    /** {@return a described failure: messages of the file system are often the path alone} */
    public static UnusablePathException because(String shown, IOException trouble) {
      return switch (trouble) {
        case UnusablePathException said -> said;
        case NoSuchFileException _ -> new UnusablePathException(shown + " does not exist", trouble);
        case NotDirectoryException _ -> new UnusablePathException(shown + " is no folder", trouble);
        case AccessDeniedException _ ->
            new UnusablePathException(shown + " may not be used: permission denied", trouble);
        case FileSystemException other ->
            new UnusablePathException(shown + " cannot be used: " + reason(other), trouble);
        case IOException other ->
            new UnusablePathException(shown + " cannot be used: " + other.getMessage(), trouble);
      };
    }

    private static String reason(FileSystemException trouble) {
      @Nullable String reason = trouble.getReason();
      return reason == null ? trouble.getClass().getSimpleName() : reason;
    }
  }
}
