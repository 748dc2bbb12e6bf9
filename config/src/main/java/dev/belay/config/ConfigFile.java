package dev.belay.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads a file as UTF-8 text, with a bound on its size. */
final class ConfigFile {
  private static final int MAX_BYTES = 4 * 1024 * 1024;

  private ConfigFile() {}

  /** {@return the text; null if it cannot be read, with the reason in the findings} */
  static @Nullable String text(Path path, String name, Findings findings) {
    try (var in = Files.newInputStream(path)) {
      var bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        findings.error(Origin.named(name), "", "is larger than 4 MiB");
        return null;
      }
      return decoded(bytes, name, findings);
    } catch (NoSuchFileException e) {
      findings.error(Origin.named(name), "", "does not exist");
    } catch (IOException e) {
      findings.error(Origin.named(name), "", "cannot be read: " + why(e));
    }
    return null;
  }

  /** Returns the reason; the message of such an exception is often just the path. */
  static String why(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case FileSystemException of when of.getReason() != null -> of.getReason();
      case FileSystemException _ -> e.getClass().getSimpleName();
      default -> String.valueOf(e.getMessage());
    };
  }

  private static @Nullable String decoded(byte[] bytes, String name, Findings findings) {
    var in = ByteBuffer.wrap(bytes);
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(in).toString();
      // Editors on Windows write a byte order mark, which is not content.
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      // Every byte is one character in Latin-1, so the position still fits.
      var before = new String(bytes, StandardCharsets.ISO_8859_1);
      findings.error(Origin.in(name, before, in.position()), "", "is not UTF-8 text");
      return null;
    }
  }
}
