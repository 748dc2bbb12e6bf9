package dev.belay.gateway.turn;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.turn.ToolAnswer;
import dev.belay.gateway.listing.Canonical;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import dev.belay.mcp.envelope.TextResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts answers of MCP servers to {@code tools/call} to text for a model. */
final class ToolReading {
  private ToolReading() {}

  /** {@return the answer in the response; a protocol error counts as an error of the tool} */
  static ToolAnswer of(Envelope response) {
    var result = response.result();
    if (response.kind() == Kind.ERROR || result == null) {
      return failed(error(response));
    }
    return result.isNull(response.bytes())
        ? failed("The tool gave no result (null).")
        : ofResult(result.of(response.bytes()));
  }

  private static ToolAnswer failed(String why) {
    return new ToolAnswer(why, why, /* isError= */ true);
  }

  /** {@return the answer in the result of a call} */
  static ToolAnswer ofResult(byte[] result) {
    var object = JsonObject.of(result);
    if (object == null) {
      return new ToolAnswer("", "", /* isError= */ false);
    }
    var notices = takeNotices(object);
    var text = text(object) + notices;
    boolean isError = object.isTrue("isError");
    // Metadata, such as the time of the answer, does not count.
    var fingerprint = new String(Canonical.value(object.remove("_meta").json()), UTF_8);
    return new ToolAnswer(text, fingerprint, isError);
  }

  /** Removes Belay's own items from a result, and returns their texts, one per line. */
  private static String takeNotices(JsonObject result) {
    var content = result.raw("content");
    var items = content == null ? null : JsonArray.items(content);
    if (items == null) {
      return "";
    }
    var notices = new StringBuilder();
    var others = new ArrayList<byte[]>();
    for (var item : items) {
      var object = JsonObject.of(item);
      var meta = object == null ? null : object.object("_meta");
      if (object != null && meta != null && meta.has(TextResult.NOTICE)) {
        notices.append('\n').append(object.text("text"));
      } else {
        others.add(item);
      }
    }
    if (!notices.isEmpty()) {
      result.set("content", JsonArray.of(others));
    }
    return notices.toString();
  }

  /** {@return why the request failed, in the server's words} */
  static String error(Envelope response) {
    var bytes = response.bytes();
    var whole = JsonObject.of(bytes);
    var error = whole == null ? null : whole.object("error");
    var message = error == null ? null : error.text("message");
    return message == null ? "The server gave no result." : message;
  }

  private static String text(JsonObject result) {
    var content = result.raw("content");
    var texts = content == null ? List.<String>of() : texts(content);
    if (!texts.isEmpty()) {
      return String.join("\n", texts);
    }
    var structured = result.raw("structuredContent");
    return structured == null ? "" : new String(structured, UTF_8);
  }

  private static List<String> texts(byte[] content) {
    var whole = new Span(0, content.length);
    var texts = new ArrayList<String>();
    if (whole.isArray(content)) {
      for (var item : Slices.items(content, whole)) {
        var text = item(JsonObject.of(content, item));
        if (text != null) {
          texts.add(text);
        }
      }
    }
    return texts;
  }

  private static @Nullable String item(@Nullable JsonObject item) {
    if (item == null) {
      return null;
    }
    var text = item.text("text");
    if (text != null) {
      return text;
    }
    var resource = item.object("resource");
    var inner = resource == null ? null : resource.text("text");
    if (inner != null) {
      return inner;
    }
    var uri = resource == null ? item.text("uri") : resource.text("uri");
    var type = item.text("mimeType");
    return "["
        + (item.text("type") == null ? "content" : item.text("type"))
        + (type == null ? "" : " " + type)
        + (uri == null ? "" : " " + uri)
        + "]";
  }
}
