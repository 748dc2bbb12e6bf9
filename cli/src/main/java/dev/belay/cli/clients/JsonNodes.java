package dev.belay.cli.clients;

import dev.belay.cli.clients.Node.Items;
import dev.belay.cli.clients.Node.Member;
import dev.belay.cli.clients.Node.Members;
import dev.belay.cli.clients.Node.Other;
import dev.belay.cli.clients.Node.Text;
import java.util.ArrayList;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/** Reads JSON with the comments and trailing commas that editors allow in their files. */
final class JsonNodes {
  private static final int DEEPEST = 100;
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
          .build();

  private final JsonParser parser;
  private final String text;
  private final int offset;

  private JsonNodes(JsonParser parser, String text, int offset) {
    this.parser = parser;
    this.text = text;
    this.offset = offset;
  }

  /** {@return the object that is the text, after a byte order mark if there is one} */
  static Members read(String text) throws NotUnderstood {
    int offset = text.startsWith("\uFEFF") ? 1 : 0;
    try (var parser = JSON.createParser(ObjectReadContext.empty(), text.substring(offset))) {
      var first = parser.nextToken();
      if (first == null) {
        throw new NotUnderstood("is empty");
      }
      var root = new JsonNodes(parser, text, offset).value(first);
      if (parser.nextToken() != null) {
        throw new NotUnderstood(parser.currentTokenLocation().getLineNr(), "text after the object");
      }
      if (root instanceof Members members) {
        return members;
      }
      throw new NotUnderstood(1, "expected an object in braces");
    } catch (JacksonException e) {
      // Its location says where; its source, which it would quote, may hold secrets.
      var at = e.getLocation();
      throw new NotUnderstood(at == null ? 1 : Math.max(1, at.getLineNr()), "is no JSON");
    }
  }

  private Node value(JsonToken token) throws NotUnderstood {
    int start = start();
    return switch (token) {
      case START_OBJECT -> members(start);
      case START_ARRAY -> items(start);
      case VALUE_STRING -> {
        // Strings are read when asked for: only then the parser stands behind them.
        var value = parser.getString();
        yield new Text(value, start, end());
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE, VALUE_NULL -> {
        int length = parser.getString().length();
        yield new Other(text.substring(start, start + length), start, start + length);
      }
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
          throw new NotUnderstood(parser.currentTokenLocation().getLineNr(), "is no JSON");
    };
  }

  private Members members(int start) throws NotUnderstood {
    var all = new ArrayList<Member>();
    for (var token = next(); token != JsonToken.END_OBJECT; token = next()) {
      int key = start();
      var name = parser.currentName();
      all.add(new Member(name, key, "", value(next())));
    }
    return new Members(all, true, start, end());
  }

  private Items items(int start) throws NotUnderstood {
    var all = new ArrayList<Node>();
    for (var token = next(); token != JsonToken.END_ARRAY; token = next()) {
      all.add(value(token));
    }
    return new Items(all, start, end());
  }

  private JsonToken next() throws NotUnderstood {
    var token = parser.nextToken();
    if (token == null) {
      throw new NotUnderstood(parser.currentLocation().getLineNr(), "ends too early");
    }
    return token;
  }

  private int start() {
    return (int) parser.currentTokenLocation().getCharOffset() + offset;
  }

  private int end() {
    return (int) parser.currentLocation().getCharOffset() + offset;
  }
}
