package dev.belay.samples.folder;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** A path does not lead to what a tool may or can use; the message says why, for a model. */
public final class UnusablePathException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Says what is wrong, with the path in it. */
  public UnusablePathException(String message) {
    super(message);
  }

  private UnusablePathException(String message, IOException cause) {
    super(message, cause);
  }

  /** {@return the same trouble in words: those of the file system are often the path alone} */
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
