package dev.belay.access;

import dev.belay.http.route.Access;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The token of the owner of this machine: created once, and kept in a file that only its owner can
 * read, from which {@code belay ps} and similar commands read it by themselves.
 */
public final class ApiToken {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{43}");
  private static final int BYTES = 32;

  private final String text;

  private ApiToken(String text) {
    this.text = text;
  }

  /**
   * {@return the path of the token's file}
   *
   * @throws IOException if the environment does not define a directory for state
   */
  public static Path place(Map<String, String> environment) throws IOException {
    var state = environment.get("XDG_STATE_HOME");
    // Relative paths are to be ignored (XDG base directories).
    if (state != null && state.startsWith("/")) {
      return Path.of(state, "belay", "token");
    }
    var home = environment.get("HOME");
    if (home == null || home.isBlank()) {
      throw new IOException("the token of /api has no place: set XDG_STATE_HOME or HOME");
    }
    return Path.of(home, ".local", "state", "belay", "token");
  }

  /**
   * {@return the token; null if there is none yet}
   *
   * @throws IOException if it cannot be trusted; the message gives the reason and a remedy
   */
  public static @Nullable ApiToken read(Path file) throws IOException {
    String text;
    try {
      text = SecretFile.read(file).strip();
    } catch (NoSuchFileException _) {
      return null;
    }
    if (!FORM.matcher(text).matches()) {
      throw new IOException(file + ": holds no token of Belay; remove it");
    }
    return new ApiToken(text);
  }

  /** {@return the token, created if there is none: by one process, even if several try} */
  public static ApiToken open(Path file) throws IOException {
    var known = read(file);
    if (known != null) {
      return known;
    }
    try {
      make(file);
    } catch (FileAlreadyExistsException _) {
      // Another Belay was faster; its token serves as well.
    }
    var made = read(file);
    if (made == null) {
      throw new IOException(file + ": is gone again");
    }
    return made;
  }

  private static void make(Path file) throws IOException {
    var directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(file + ": is no place for a token");
    }
    Files.createDirectories(directory, modes(directory, "rwx------"));
    // Linked as a complete file: once it is visible, it can be read.
    var draft = Files.createTempFile(directory, ".token", "", modes(directory, "rw-------"));
    try {
      write(draft, random());
      link(draft, file);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void link(Path draft, Path file) throws IOException {
    try {
      Files.createLink(file, draft);
    } catch (UnsupportedOperationException _) {
      Files.move(draft, file);
    }
  }

  private static void write(Path file, String text) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      var bytes = ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  private static FileAttribute<?>[] modes(Path directory, String permissions) {
    return directory.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static String random() {
    var bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** {@return the token itself, for an {@code Authorization: Bearer} header} */
  public String text() {
    return text;
  }

  /** Leaves out the token. */
  @Override
  public String toString() {
    return "ApiToken";
  }

  NamedTokens.Entry entry() {
    return new NamedTokens.Entry(Access.Known.OWNER, Digest.of(text));
  }
}
