package dev.belay.testbed.conformance;

import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Contents of prompts and resources as the suite requires them, written as JSON. */
final class Contents {
  /** One red pixel. */
  static final String PNG =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

  /** Silence: a header without samples. */
  static final String WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

  private Contents() {}

  static byte[] utf8(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  static String text(String text) {
    return "{\"type\":\"text\",\"text\":" + Json.quote(text) + "}";
  }

  static String image() {
    return "{\"type\":\"image\",\"data\":\"" + PNG + "\",\"mimeType\":\"image/png\"}";
  }

  static String resource(String uri, String mimeType, String text) {
    return "{\"type\":\"resource\",\"resource\":" + textResource(uri, mimeType, text) + "}";
  }

  static String textResource(String uri, String mimeType, String text) {
    return "{\"uri\":%s,\"mimeType\":%s,\"text\":%s}"
        .formatted(Json.quote(uri), Json.quote(mimeType), Json.quote(text));
  }

  /** {@return the result of a prompt, of one message for each content} */
  static byte[] messages(String... content) {
    var messages =
        List.of(content).stream()
            .map(one -> "{\"role\":\"user\",\"content\":" + one + "}")
            .toList();
    return utf8("{\"messages\":[" + String.join(",", messages) + "]}");
  }

  /** {@return the result of reading one resource} */
  static byte[] contents(String resource) {
    return utf8("{\"contents\":[" + resource + "]}");
  }
}
