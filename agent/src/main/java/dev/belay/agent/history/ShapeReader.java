package dev.belay.agent.history;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Typed access to JSON for both codecs. */
final class ShapeReader {
  private ShapeReader() {}

  static ArrayNode array(String json) throws ShapeException {
    try {
      return list(Arguments.JSON.readTree(json), "the conversation");
    } catch (JacksonException e) {
      throw new ShapeException("the conversation", "is no JSON: " + e.getOriginalMessage());
    }
  }

  static ArrayNode list(@Nullable JsonNode node, String where) throws ShapeException {
    if (node instanceof ArrayNode list) {
      return list;
    }
    throw new ShapeException(where, "is no list");
  }

  static ObjectNode object(@Nullable JsonNode node, String where) throws ShapeException {
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw new ShapeException(where, "is no object");
  }

  static String text(ObjectNode in, String name, String where) throws ShapeException {
    if (in.get(name) instanceof StringNode text) {
      return text.stringValue();
    }
    throw new ShapeException(where + "." + name, "is missing, or no text");
  }

  /** {@return the texts of content that is a string, a list of text blocks, or absent} */
  static List<String> texts(@Nullable JsonNode content, String where) throws ShapeException {
    if (content == null || content.isNull()) {
      return List.of();
    }
    if (content instanceof StringNode text) {
      return List.of(text.stringValue());
    }
    var texts = new ArrayList<String>();
    for (var item : list(content, where)) {
      var at = where + "[" + texts.size() + "]";
      var part = object(item, at);
      if (!text(part, "type", at).equals("text")) {
        throw new ShapeException(at + ".type", "is not 'text'");
      }
      texts.add(text(part, "text", at));
    }
    return texts;
  }
}
