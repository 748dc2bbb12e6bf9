package dev.belay.mcp.envelope;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Valid JSON of every shape and spelling, reproducible by seed. */
final class RandomJson {
  private static final String[] NUMBERS = {
    "0",
    "-0",
    "0.1000",
    "1E400",
    "1e1000",
    "-1.5e-7",
    "12345678901234567890123",
    "0.30000000000000004"
  };
  private static final String[] STRINGS = {
    "",
    "a",
    "_meta",
    "id",
    "method",
    "name",
    "\\u0069d",
    "\\ud83d\\ude00",
    "\\ud800",
    "\\/\\b\\f\\n\\r\\t",
    "\\\"",
    "\\\\",
    "grüße",
    "日本",
    "😀",
    "}{][,:",
    " "
  };
  private static final String[] SPACES = {"", "", "", " ", "\t", "  ", "\r", "\n"};

  private final Random random;

  RandomJson(long seed) {
    this.random = new Random(seed);
  }

  byte[] bytes(int depth) {
    return value(depth).getBytes(StandardCharsets.UTF_8);
  }

  String space() {
    return pick(SPACES);
  }

  String string() {
    return '"' + pick(STRINGS) + pick(STRINGS) + '"';
  }

  String number() {
    return pick(NUMBERS);
  }

  String object(int depth) {
    int members = random.nextInt(4);
    var json = new StringBuilder("{").append(space());
    for (int i = 0; i < members; i++) {
      // Keys that no reader here looks for, so that no governed member is duplicated by chance.
      json.append(i == 0 ? "" : "," + space()).append("\"k").append(i).append("\\u0020\"");
      json.append(space()).append(':').append(space()).append(value(depth - 1)).append(space());
    }
    return json.append('}').toString();
  }

  String value(int depth) {
    return switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0 -> number();
      case 1, 2 -> string();
      case 3 -> "true";
      case 4 -> random.nextBoolean() ? "null" : "false";
      case 5 -> object(depth);
      default -> array(depth);
    };
  }

  private String array(int depth) {
    int items = random.nextInt(4);
    var json = new StringBuilder("[").append(space());
    for (int i = 0; i < items; i++) {
      json.append(i == 0 ? "" : "," + space()).append(value(depth - 1)).append(space());
    }
    return json.append(']').toString();
  }

  private String pick(String[] from) {
    return from[random.nextInt(from.length)];
  }
}
