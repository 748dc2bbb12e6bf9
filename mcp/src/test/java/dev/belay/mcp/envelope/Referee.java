package dev.belay.mcp.envelope;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/** A second opinion on JSON: Jackson, made strict where it is lenient. */
final class Referee {
  private static final JsonFactory JACKSON =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(1_000_000).build())
          .build();

  private Referee() {}

  /** A number as written. */
  record Literal(String text) {}

  static boolean accepts(byte[] json) {
    try {
      tree(json);
      return true;
    } catch (StreamReadException | CharacterCodingException e) {
      return false;
    }
  }

  /** Returns maps, lists, strings, {@link Literal}s, booleans; null stands for itself. */
  static Object tree(byte[] json) throws CharacterCodingException {
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
    try (JsonParser parser = JACKSON.createParser(ObjectReadContext.empty(), text)) {
      Object tree = value(parser, parser.nextToken());
      if (parser.nextToken() != null) {
        throw new StreamReadException(parser, "more than one value");
      }
      return tree;
    }
  }

  static Object treeOf(byte[] json) {
    try {
      return tree(json);
    } catch (CharacterCodingException e) {
      throw new AssertionError(e);
    }
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object tree, String... path) {
    Object here = tree;
    for (String key : path) {
      here = Objects.requireNonNull(((Map<String, Object>) here).get(key), key);
    }
    return (Map<String, Object>) here;
  }

  private static Object value(JsonParser parser, JsonToken token) {
    if (token == null) {
      throw new StreamReadException(parser, "no value");
    }
    return switch (token) {
      case START_OBJECT -> {
        Map<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String key = parser.currentName();
          map.put(key, value(parser, parser.nextToken()));
        }
        yield map;
      }
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
          list.add(value(parser, t));
        }
        yield list;
      }
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Literal(parser.getString());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> "null literal";
      default -> throw new StreamReadException(parser, "unexpected " + token);
    };
  }
}
