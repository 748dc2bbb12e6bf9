package dev.belay.gateway.catalog;

import dev.belay.gateway.translate.ServerIntroduction;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.ModernMeta;
import dev.belay.mcp.era.Revision;
import org.jspecify.annotations.Nullable;

/**
 * How the catalog presents itself: as one server that has all that any server may have, since what
 * the servers behind it have shows only when they are there, and no client is to wait for that.
 */
final class Presentation {
  static final RawJson NAME = RawJson.of(ModernMeta.BELAY);

  private static final String COMMON =
      """
      "tools":{"listChanged":true},\
      "prompts":{"listChanged":true},\
      "resources":{"listChanged":true,"subscribe":true},\
      "logging":{},\
      "completions":{}\
      """;

  /** What the modern era calls an extension, the legacy one has as a capability. */
  static final RawJson CAPABILITIES =
      RawJson.of("{" + COMMON + ",\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");

  private static final RawJson LEGACY =
      RawJson.of(
          "{" + COMMON + ",\"tasks\":{\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}}");

  private Presentation() {}

  /** {@return the result of {@code initialize}} */
  static byte[] initialized(Revision agreed, @Nullable String instructions) {
    var result =
        JsonObject.empty()
            .setText("protocolVersion", agreed.wire())
            .set("capabilities", LEGACY)
            .set("serverInfo", NAME);
    return instructed(result, instructions).json();
  }

  private static JsonObject instructed(JsonObject result, @Nullable String instructions) {
    return instructions == null ? result : result.setText("instructions", instructions);
  }

  /** {@return what to speak with a legacy client that asks for that} */
  static Revision agreed(String requested) {
    return ServerIntroduction.agreed(requested);
  }

  /** {@return the result of {@code server/discover}} */
  static byte[] discovered(@Nullable String instructions) {
    var versions =
        Revision.of(Era.MODERN).stream().map(one -> JsonString.encode(one.wire())).toList();
    var result =
        JsonObject.empty()
            .setText("resultType", "complete")
            .set("supportedVersions", JsonArray.of(versions))
            .set("capabilities", CAPABILITIES);
    return stamped(instructed(result, instructions), 0, false);
  }

  /** {@return a result that says for how long it holds, and whose it is} */
  static byte[] stamped(JsonObject result, long ttlMs, boolean isPublic) {
    result
        .set("ttlMs", RawJson.of(Long.toString(ttlMs)))
        .setText("cacheScope", isPublic ? "public" : "private");
    result.open("_meta").set("io.modelcontextprotocol/serverInfo", NAME);
    return result.json();
  }
}
