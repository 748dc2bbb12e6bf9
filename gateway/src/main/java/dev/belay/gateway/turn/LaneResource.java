package dev.belay.gateway.turn;

import dev.belay.mcp.envelope.JsonObject;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a call reads or writes, by an argument that names it. */
final class LaneResource {
  private LaneResource() {}

  /**
   * {@return it in one spelling, so that {@code ./a} and {@code a} are one, and the same below the
   * workspace; null where the argument is not there, or is no text}
   *
   * @param input the arguments: a JSON object
   * @param workspace where tools look for what has no place of its own; null if nobody knows
   */
  static @Nullable String named(byte[] input, String argument, @Nullable Path workspace) {
    var object = JsonObject.of(input);
    var text = object == null ? null : object.text(argument);
    return text == null || text.isBlank() ? null : inOneSpelling(text, workspace);
  }

  private static String inOneSpelling(String text, @Nullable Path workspace) {
    try {
      var place = workspace == null ? Path.of(text) : workspace.resolve(text);
      return place.normalize().toString();
    } catch (InvalidPathException _) {
      // No file is called so, but something else may be.
      return text;
    }
  }
}
