package dev.belay.gateway.catalog;

import dev.belay.gateway.translate.ServerIntroduction;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.ModernMeta;
import dev.belay.mcp.era.Revision;

/**
 * How the catalog presents itself: as one server that has all that any server may have, since what
 * the servers behind it have shows only when they are there, and no client is to wait for that.
 * Tasks are not for servers to have: those of jobs are declared elsewhere.
 */
final class Presentation {
  static final RawJson NAME = RawJson.of(ModernMeta.BELAY);

  static final RawJson CAPABILITIES =
      RawJson.of(
          """
          {"tools":{"listChanged":true},\
          "prompts":{"listChanged":true},\
          "resources":{"listChanged":true,"subscribe":true},\
          "logging":{},\
          "completions":{}}\
          """);

  private Presentation() {}

  /** {@return the result of {@code initialize}} */
  static byte[] initialized(Revision agreed, CatalogSnapshot snapshot) {
    var result =
        JsonObject.empty()
            .setText("protocolVersion", agreed.wire())
            .set("capabilities", CAPABILITIES)
            .set("serverInfo", NAME);
    return instructed(result, snapshot).json();
  }

  private static JsonObject instructed(JsonObject result, CatalogSnapshot snapshot) {
    var instructions = Instructions.of(snapshot);
    return instructions == null ? result : result.setText("instructions", instructions);
  }

  /** {@return the revision for a legacy client that requests that one} */
  static Revision agreed(String requested) {
    return ServerIntroduction.agreed(requested);
  }

  /** {@return the result of {@code server/discover}} */
  static byte[] discovered(CatalogSnapshot snapshot) {
    var versions =
        Revision.of(Era.MODERN).stream().map(one -> JsonString.encode(one.wire())).toList();
    var result =
        JsonObject.empty()
            .setText("resultType", "complete")
            .set("supportedVersions", JsonArray.of(versions))
            .set("capabilities", CAPABILITIES);
    return stamped(instructed(result, snapshot), 0, false);
  }

  /** {@return a result with its time to live, its scope, and the name of Belay} */
  static byte[] stamped(JsonObject result, long ttlMs, boolean isPublic) {
    result
        .set("ttlMs", RawJson.of(Long.toString(ttlMs)))
        .setText("cacheScope", isPublic ? "public" : "private");
    result.open("_meta").set("io.modelcontextprotocol/serverInfo", NAME);
    return result.json();
  }
}
