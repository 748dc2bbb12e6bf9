package dev.belay.tools.result;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes results as JSON in one of the published forms, and in no other (S4-34).
 *
 * <p>The answering server adds {@code resultType}, which belongs to one era alone.
 */
public final class ResultWriter {
  private static final JsonFactory JSON = new JsonFactory();

  private ResultWriter() {}

  /** {@return the result as one JSON object} */
  public static byte[] write(ToolResult result, ResultVersion version) {
    var bytes = new ByteArrayOutputStream(256);
    try (var out = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      out.writeStartObject();
      out.writeArrayPropertyStart("content");
      for (var piece : result.content()) {
        switch (version) {
          case V1 -> text(out, Plainly.of(piece));
          case V2 -> write(out, piece);
        }
      }
      out.writeEndArray();
      if (version == ResultVersion.V2) {
        tree(out, "structuredContent", result.structured());
      }
      out.writeBooleanProperty("isError", result.isError());
      if (version == ResultVersion.V2) {
        tree(out, "_meta", result.meta());
      }
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static void tree(JsonGenerator out, String key, @Nullable JsonNode value) {
    if (value != null) {
      out.writeName(key);
      out.writeRawValue(JsonMapper.shared().writeValueAsString(value));
    }
  }

  private static void write(JsonGenerator out, Content piece) {
    out.writeStartObject();
    if (piece instanceof Content.Noted noted) {
      members(out, noted.piece());
      annotations(out, noted.annotations());
      tree(out, "_meta", noted.meta());
    } else {
      members(out, piece);
    }
    out.writeEndObject();
  }

  private static void members(JsonGenerator out, Content piece) {
    switch (piece) {
      case Content.Text(String text) -> textMembers(out, text);
      case Content.Image(Bytes data, String mimeType) -> binary(out, "image", data, mimeType);
      case Content.Audio(Bytes data, String mimeType) -> binary(out, "audio", data, mimeType);
      case Content.Link link -> link(out, link);
      case Content.EmbeddedText(URI uri, String mimeType, String text) -> {
        resource(out, uri, mimeType);
        out.writeStringProperty("text", WellFormed.text(text));
        out.writeEndObject();
      }
      case Content.EmbeddedBytes(URI uri, String mimeType, Bytes data) -> {
        resource(out, uri, mimeType);
        out.writeName("blob");
        out.writeBinary(data.shared());
        out.writeEndObject();
      }
      case Content.Noted noted -> throw new IllegalStateException("noted twice: " + noted);
    }
  }

  private static void text(JsonGenerator out, String text) {
    out.writeStartObject();
    textMembers(out, text);
    out.writeEndObject();
  }

  private static void textMembers(JsonGenerator out, String text) {
    out.writeStringProperty("type", "text");
    out.writeStringProperty("text", WellFormed.text(text));
  }

  private static void binary(JsonGenerator out, String type, Bytes data, String mimeType) {
    out.writeStringProperty("type", type);
    out.writeName("data");
    out.writeBinary(data.shared());
    out.writeStringProperty("mimeType", WellFormed.text(mimeType));
  }

  private static void link(JsonGenerator out, Content.Link link) {
    out.writeStringProperty("type", "resource_link");
    out.writeStringProperty("uri", link.uri().toString());
    out.writeStringProperty("name", WellFormed.text(link.name()));
    optional(out, "description", link.description());
    optional(out, "mimeType", link.mimeType());
    if (link.size() >= 0) {
      out.writeNumberProperty("size", link.size());
    }
  }

  private static void resource(JsonGenerator out, URI uri, @Nullable String mimeType) {
    out.writeStringProperty("type", "resource");
    out.writeObjectPropertyStart("resource");
    out.writeStringProperty("uri", uri.toString());
    optional(out, "mimeType", mimeType);
  }

  private static void annotations(JsonGenerator out, Annotations said) {
    if (said.equals(Annotations.NONE)) {
      return;
    }
    out.writeObjectPropertyStart("annotations");
    if (!said.audience().isEmpty()) {
      out.writeArrayPropertyStart("audience");
      for (var whom : Annotations.Audience.values()) {
        if (said.audience().contains(whom)) {
          out.writeString(whom.name().toLowerCase(Locale.ROOT));
        }
      }
      out.writeEndArray();
    }
    if (said.priority() != null) {
      out.writeNumberProperty("priority", said.priority());
    }
    if (said.lastModified() != null) {
      out.writeStringProperty("lastModified", said.lastModified().toString());
    }
    out.writeEndObject();
  }

  private static void optional(JsonGenerator out, String key, @Nullable String value) {
    if (value != null) {
      out.writeStringProperty(key, WellFormed.text(value));
    }
  }

  /** Makes texts encodable in UTF-8. */
  static final class WellFormed {
    private WellFormed() {}

    /** {@return the text with U+FFFD in place of an unpaired surrogate} */
    static String text(String text) {
      for (int i = 0; i < text.length(); i++) {
        if (Character.isSurrogate(text.charAt(i))) {
          return mended(text);
        }
      }
      return text;
    }

    private static String mended(String text) {
      var mended = new StringBuilder(text.length());
      text.codePoints()
          .forEach(point ->
              mended.appendCodePoint(
                  point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE
                      ? 0xFFFD
                      : point));
      return mended.toString();
    }
  }
}
