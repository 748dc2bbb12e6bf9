package dev.belay.testbed.conformance;

import dev.belay.testkit.json.Json;
import java.util.List;
import java.util.stream.Collectors;

/** Definitions of tools, prompts and resources for lists. */
final class Definitions {
  private Definitions() {}

  /** {@return a tool without arguments} */
  static byte[] tool(String name, String description) {
    return Contents.utf8(
        "{\"name\":%s,\"description\":%s,\"inputSchema\":{\"type\":\"object\"}}"
            .formatted(Json.quote(name), Json.quote(description)));
  }

  static byte[] prompt(String name, String description, String... arguments) {
    var list =
        List.of(arguments).stream()
            .map(one ->
                "{\"name\":%s,\"description\":\"An argument of the test\",\"required\":true}"
                    .formatted(Json.quote(one)))
            .collect(Collectors.joining(","));
    return Contents.utf8(
        "{\"name\":%s,\"description\":%s,\"arguments\":[%s]}"
            .formatted(Json.quote(name), Json.quote(description), list));
  }

  static byte[] resource(String uri, String name, String description, String mimeType) {
    return listed("uri", uri, name, description, mimeType);
  }

  static byte[] template(String uri, String name, String description, String mimeType) {
    return listed("uriTemplate", uri, name, description, mimeType);
  }

  private static byte[] listed(
      String key, String uri, String name, String description, String mimeType) {
    return Contents.utf8(
        "{\"%s\":%s,\"name\":%s,\"description\":%s,\"mimeType\":%s}"
            .formatted(
                key,
                Json.quote(uri),
                Json.quote(name),
                Json.quote(description),
                Json.quote(mimeType)));
  }
}
