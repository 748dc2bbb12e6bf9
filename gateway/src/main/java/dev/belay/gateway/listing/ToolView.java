package dev.belay.gateway.listing;

import dev.belay.config.Compaction;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Span;
import java.io.ByteArrayOutputStream;

/**
 * Turns a tool as its server defines it into what clients see in a list (S4-7 … S4-9, C22).
 *
 * <p>The full definition stays what calls are checked against. Safe for use by many threads.
 */
public final class ToolView {
  private static final int LEAST = 80;
  private static final int MOST = 500;

  private final Compaction compaction;
  private final int descriptionMaxChars;

  /**
   * Makes a view.
   *
   * @param compaction how much shorter tools become; without it only their names change
   * @param descriptionMaxChars how long a description may be; below 80 it is 80, above 500 it is
   *     500
   */
  public ToolView(Compaction compaction, int descriptionMaxChars) {
    this.compaction = compaction;
    this.descriptionMaxChars = Math.clamp(descriptionMaxChars, LEAST, MOST);
  }

  /** {@return what is known to be a JSON object, as clients see it} */
  public byte[] of(byte[] tool, String name) {
    int start = JsonText.next(tool, 0);
    var whole = new Span(start, JsonText.end(tool, start) - start);
    return switch (compaction) {
      case FALSE -> renamed(tool, whole, name);
      case TRUE ->
          new ToolWriter(tool, whole, /* strong= */ false, descriptionMaxChars).named(name);
      case STRONG ->
          new ToolWriter(tool, whole, /* strong= */ true, descriptionMaxChars).named(name);
    };
  }

  /** All else stays, byte for byte. */
  private static byte[] renamed(byte[] json, Span tool, String name) {
    var out = new ByteArrayOutputStream(tool.length() + name.length());
    int kept = tool.offset();
    int at = JsonText.next(json, tool.offset() + 1);
    while (json[at] != '}') {
      int keyEnd = JsonText.end(json, at);
      int start = JsonText.next(json, JsonText.next(json, keyEnd) + 1);
      int end = JsonText.end(json, start);
      if (JsonString.decode(json, new Span(at, keyEnd - at)).equals("name")) {
        out.write(json, kept, start - kept);
        out.writeBytes(JsonString.encode(name));
        kept = end;
      }
      at = JsonText.next(json, end);
      at = json[at] == ',' ? JsonText.next(json, at + 1) : at;
    }
    out.write(json, kept, tool.end() - kept);
    return out.toByteArray();
  }
}
