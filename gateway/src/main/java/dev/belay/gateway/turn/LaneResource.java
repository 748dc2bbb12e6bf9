package dev.belay.gateway.turn;

import dev.belay.mcp.envelope.JsonObject;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a call reads or writes, by an argument that names it. */
final class LaneResource {
  private LaneResource() {}

  /**
   * {@return it in one spelling, so that {@code ./a} and {@code a} are one; null where the argument
   * is not there, or is no text}
   *
   * @param input the arguments: a JSON object
   */
  static @Nullable String named(byte[] input, String argument) {
    var object = JsonObject.of(input);
    var text = object == null ? null : object.text(argument);
    return text == null || text.isBlank() ? null : inOneSpelling(text);
  }

  private static String inOneSpelling(String text) {
    try {
      return Path.of(text).normalize().toString();
    } catch (InvalidPathException _) {
      // No file is called so, but something else may be.
      return text;
    }
  }
}
