package dev.belay.gateway.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Both ways: unknown members keep their spelling")
final class RoundTripTest {
  private static final int SEEDS = 3_000;
  private static final List<String> METHODS =
      List.of("tools/list", "tools/call", "resources/read", "prompts/get", "vendor/x");
  private static final String[] VALUES = {
    "1.50",
    "1E400",
    "-0",
    "\"\\u0041\"",
    "\"日\"",
    "null",
    "true",
    "[ 1.0 , { } ]",
    "{ \"a\" : [ ] , \"b\":0.10}",
    "12345678901234567890123"
  };

  private static final ResultToModern TO_MODERN =
      new ResultToModern(RawJson.of("{\"name\":\"s\",\"version\":\"1\"}"));

  @Test
  void membersSurviveTheWayToTheOtherEraAndBack() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      var method = METHODS.get(random.nextInt(METHODS.size()));
      var legacy = bytes(legacy(random, method));
      var modern = TO_MODERN.result(method, legacy);
      var back = ResultToLegacy.result(method, modern, false);
      assertThat(shape(back)).as("seed %d, %s", seed, method).isEqualTo(shape(legacy));
      assertThat(shape(TO_MODERN.result(method, back)))
          .as("seed %d, %s", seed, method)
          .isEqualTo(shape(modern));
    }
  }

  @Test
  void requestsKeepTheirMembersBothWays() throws InvalidParams {
    var client =
        new Introduction("2025-11-25", ClientCapabilities.NONE, RawJson.of("{}"), LogLevel.INFO);
    for (long seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      var params = new LinkedHashMap<String, String>();
      params.put("name", "\"t\"");
      params.put("arguments", object(unknown(random)));
      params.putAll(unknown(random));
      if (random.nextBoolean()) {
        var meta = unknown(random);
        meta.put("progressToken", "7.0");
        params.put("_meta", object(meta));
      }
      var before = bytes(object(params));

      var modern = new RequestToModern(client).params("tools/call", before);
      var back = Objects.requireNonNull(RequestToLegacy.params("tools/call", modern));

      assertThat(shape(back)).as("seed %d", seed).isEqualTo(shape(before));
      assertThat(shape(new RequestToModern(client).params("tools/call", back)))
          .as("seed %d", seed)
          .isEqualTo(shape(modern));
    }
  }

  /** A result as a legacy server writes it, with all that no revision knows. */
  private static String legacy(Random random, String method) {
    var members = unknown(random);
    if (random.nextBoolean()) {
      var meta = unknown(random);
      meta.put("com.example/k", "1.0");
      members.put("_meta", object(meta));
    }
    switch (method) {
      case "tools/list" -> {
        var tools = new ArrayList<String>();
        for (int i = random.nextInt(4); i > 0; i--) {
          var tool = unknown(random);
          tool.put("name", "\"t" + i + "\"");
          tool.put("outputSchema", "{ \"type\" : \"object\", \"$ref\":\"#/$defs/x\"}");
          tools.add(object(tool));
        }
        members.put("tools", "[ " + String.join(" , ", tools) + "]");
      }
      case "tools/call" -> {
        members.put("content", "[ {\"type\":\"text\",\"text\":\"\\u0041\",\"x\":1.0} ]");
        members.put("structuredContent", object(unknown(random)));
      }
      default -> {}
    }
    return object(members);
  }

  private static Map<String, String> unknown(Random random) {
    var members = new LinkedHashMap<String, String>();
    for (int i = random.nextInt(4); i > 0; i--) {
      members.put("k" + random.nextInt(9), VALUES[random.nextInt(VALUES.length)]);
    }
    return members;
  }

  private static String object(Map<String, String> members) {
    var json = new ArrayList<String>();
    members.forEach((key, value) -> json.add(" " + Json.quote(key) + " : " + value));
    return "{" + String.join(" ,", json) + " }";
  }

  private static byte[] bytes(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** What another reader finds: members in any order, each leaf as it is spelled. */
  private static Object shape(byte[] json) {
    return shape(Json.parse(new String(json, StandardCharsets.UTF_8)));
  }

  private static Object shape(Json json) {
    return switch (json) {
      case Json.Members members -> {
        var shape = new LinkedHashMap<String, Object>();
        members.values().forEach((key, value) -> shape.put(key, shape(value)));
        yield shape;
      }
      case Json.Items items -> items.values().stream().map(RoundTripTest::shape).toList();
      case Json.Text text -> text.raw();
      case Json.Atom atom -> atom.raw();
    };
  }
}
