package dev.belay.mcp.envelope;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes a tool result of one text, for a model (MCP 2025-11-25 §tools/error-handling). */
public final class TextResult {
  /** Marks {@linkplain #notice items} of Belay's own, in their {@code _meta}. */
  public static final String NOTICE = "dev.belay/notice";

  private final String text;
  private final boolean isError;
  private boolean complete;
  private byte @Nullable [] meta;
  private byte @Nullable [] structured;

  private TextResult(String text, boolean isError) {
    this.text = text;
    this.isError = isError;
  }

  /** Creates the result of a call that succeeded. */
  public static TextResult of(String text) {
    return new TextResult(text, false);
  }

  /** Creates the result of a call that failed. */
  public static TextResult error(String text) {
    return new TextResult(text, true);
  }

  /** {@return the first text in the {@code content} of a result; null if it has none} */
  public static @Nullable String first(JsonObject result) {
    var content = result.raw("content");
    var items = content == null ? null : JsonArray.items(content);
    if (items != null) {
      for (var item : items) {
        var object = JsonObject.of(item);
        var text = object == null ? null : object.text("text");
        if (text != null) {
          return text;
        }
      }
    }
    return null;
  }

  /** Returns one item for a result's {@code content}. */
  public static byte[] item(String text) {
    return utf8("{\"type\":\"text\",\"text\":" + JsonString.quote(text) + "}");
  }

  /**
   * Returns an item of Belay's own for the {@code content} of a server's result: addressed to the
   * model, and marked in its {@code _meta}.
   */
  public static byte[] notice(String text) {
    return utf8(
        "{\"type\":\"text\",\"text\":"
            + JsonString.quote(text)
            + ",\"annotations\":{\"audience\":[\"assistant\"]},\"_meta\":{\""
            + NOTICE
            + "\":true}}");
  }

  /** Adds {@code "resultType":"complete"}, as the modern era requires. */
  public TextResult complete() {
    complete = true;
    return this;
  }

  /** Adds details for programs: a JSON object. */
  public TextResult meta(byte[] object) {
    meta = object;
    return this;
  }

  /** Adds the same details for programs, as the {@code structuredContent}: a JSON object. */
  public TextResult structured(byte[] object) {
    structured = object;
    return this;
  }

  /** Returns the result as JSON. */
  public byte[] json() {
    var out = new ByteArrayOutputStream();
    out.writeBytes(
        utf8(complete ? "{\"resultType\":\"complete\",\"content\":[" : "{\"content\":["));
    out.writeBytes(item(text));
    out.write(']');
    if (structured != null) {
      out.writeBytes(utf8(",\"structuredContent\":"));
      out.writeBytes(structured);
    }
    if (isError) {
      out.writeBytes(utf8(",\"isError\":true"));
    }
    if (meta != null) {
      out.writeBytes(utf8(",\"_meta\":"));
      out.writeBytes(meta);
    }
    out.write('}');
    return out.toByteArray();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
