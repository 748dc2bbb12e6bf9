package dev.belay.tools.result;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Cuts results that are too large for a client or a model. */
final class Fitting {
  private static final String MAY_HAVE = ", and a result may have %,d bytes";

  private Fitting() {}

  /**
   * Returns the result, cut to the bounds.
   *
   * @param promised whether clients require structured content; a cut result is then an error
   */
  static ToolResult fit(ToolResult result, ResultBounds bounds, boolean promised) {
    var structured = result.structured();
    boolean drops = structured != null && isLarger(structured, bounds.bytes());
    boolean cuts = result.content().size() > bounds.items() || !fits(result.content(), bounds);
    if (!drops && !cuts) {
      return result;
    }
    var content = new ArrayList<Content>(cuts ? cut(result.content(), bounds) : result.content());
    if (drops) {
      content.add(
          notice("its structured content is left out, since it has more than %,d bytes", bounds));
    }
    return new ToolResult(
        content, result.isError() || (drops && promised), drops ? null : structured, result.meta());
  }

  /** {@return the text, cut to the bounds; copies no more of it than that} */
  static ToolResult text(CharSequence text, ResultBounds bounds, Whole whole) {
    if (Utf8Length.of(text, bounds.bytes()) <= bounds.bytes()) {
      return ToolResult.text(text.toString());
    }
    return whole.linked(
        new ToolResult(beginning(text, bounds.bytes(), bounds), false, null, null), text);
  }

  private static List<Content> beginning(CharSequence text, int room, ResultBounds bounds) {
    return List.of(
        new Content.Text(Utf8Length.cut(text, room)),
        notice("this text has %,d characters".formatted(text.length()) + MAY_HAVE, bounds));
  }

  /** {@return a result for oversized JSON, with {@code text} as its beginning} */
  static ToolResult cut(String text, ResultBounds bounds) {
    var kept = Utf8Length.cut(text, bounds.bytes());
    return new ToolResult(
        List.of(
            new Content.Text(kept),
            notice("this is the beginning of JSON with more than %,d bytes", bounds)),
        /* isError= */ true,
        null,
        null);
  }

  private static boolean fits(List<Content> content, ResultBounds bounds) {
    long bytes = 0;
    for (var piece : content) {
      bytes += size(piece, bounds.bytes());
    }
    return bytes <= bounds.bytes();
  }

  /** {@return the pieces within the bounds, followed by a notice if some are left out} */
  static List<Content> cut(List<Content> content, ResultBounds bounds) {
    var kept = new ArrayList<Content>();
    int room = bounds.bytes();
    for (var piece : content) {
      int size = size(piece, room);
      if (kept.size() == bounds.items() || size > room) {
        if (bare(piece) instanceof Content.Text(String text) && kept.size() < bounds.items()) {
          kept.addAll(beginning(text, room, bounds));
        } else {
          kept.add(notice("there were %,d pieces".formatted(content.size()) + MAY_HAVE, bounds));
        }
        break;
      }
      kept.add(piece);
      room -= size;
    }
    return kept;
  }

  private static Content bare(Content piece) {
    return piece instanceof Content.Noted(Content noted, _, _) ? noted : piece;
  }

  private static Content notice(String what, ResultBounds bounds) {
    return new Content.Text(
        "[cut: " + what.formatted(bounds.bytes()) + ". Ask for less at a time.]");
  }

  /** {@return the size of a piece in bytes, but at most {@code most} plus one} */
  static int size(Content piece, int most) {
    return switch (piece) {
      case Content.Text(String text) -> Utf8Length.of(text, most);
      case Content.EmbeddedText(_, _, String text) -> Utf8Length.of(text, most);
      case Content.Image(Bytes data, _) -> base64(data, most);
      case Content.Audio(Bytes data, _) -> base64(data, most);
      case Content.EmbeddedBytes(_, _, Bytes data) -> base64(data, most);
      case Content.Noted(Content noted, _, ObjectNode meta) -> {
        int own = size(noted, most);
        yield meta == null ? own : own + Utf8Length.of(meta.toString(), most - Math.min(own, most));
      }
      case Content.Link link -> Utf8Length.of(link.toString(), most);
    };
  }

  private static int base64(Bytes data, int most) {
    return (int) Math.min((data.size() + 2L) / 3 * 4, most + 1L);
  }

  private static boolean isLarger(JsonNode structured, int most) {
    var counted = new BoundedBytes(most);
    try {
      JsonMapper.shared().writeValue(counted, structured);
      return false;
    } catch (JacksonException e) {
      if (counted.isFull()) {
        return true;
      }
      throw e;
    }
  }
}
