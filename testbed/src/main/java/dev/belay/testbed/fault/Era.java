package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Differences of the eras in opening and results. */
final class Era {
  static final String MODERN_REVISION = "2026-07-28";
  private static final Set<String> LEGACY_REVISIONS =
      Set.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");
  private static final String NEWEST_LEGACY = "2025-11-25";
  private static final String INFO = "{\"name\":\"faulty\",\"version\":\"1\"}";
  private static final String CAPABILITIES =
      "\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true},\"logging\":{}";
  private static final String TASKS =
      ",\"tasks\":{\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}";

  private Era() {}

  /** {@return the revision in a request's envelope; empty for a legacy request} */
  static String claimed(Json params) {
    return params.at("_meta", "io.modelcontextprotocol/protocolVersion").text();
  }

  /** {@return the revision for a client that requests {@code wanted}} */
  static String agreed(String wanted) {
    return LEGACY_REVISIONS.contains(wanted) ? wanted : NEWEST_LEGACY;
  }

  static boolean isLegacy(String revision) {
    return LEGACY_REVISIONS.contains(revision);
  }

  /** {@return whether clients of this revision accept an event without data} */
  static boolean mayPrime(String revision) {
    return revision.equals(NEWEST_LEGACY);
  }

  static String greeting(String revision) {
    var tasks = revision.equals(NEWEST_LEGACY) ? TASKS : "";
    return "{\"protocolVersion\":\""
        + revision
        + "\",\"capabilities\":{"
        + CAPABILITIES
        + tasks
        + "},\"serverInfo\":"
        + INFO
        + "}";
  }

  static String discovery() {
    return stamp(
        "\"supportedVersions\":[\""
            + MODERN_REVISION
            + "\"],\"capabilities\":{"
            + CAPABILITIES
            + "},\"ttlMs\":0,\"cacheScope\":\"private\"",
        /* modern= */ true);
  }

  /** {@return the data of a refusal; without revisions, those of the server} */
  static String unsupported(String requested, List<String> revisions) {
    var supported = revisions.isEmpty() ? List.of(MODERN_REVISION) : revisions;
    return supported.stream()
            .map(Json::quote)
            .collect(Collectors.joining(",", ",\"data\":{\"supported\":[", "],\"requested\":"))
        + Json.quote(requested)
        + "}";
  }

  /** {@return a result with these members and those that its era adds} */
  static String stamp(String members, boolean modern) {
    if (!modern) {
      return "{" + members + "}";
    }
    return "{\"resultType\":\"complete\","
        + members
        + (members.isEmpty() ? "" : ",")
        + "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":"
        + INFO
        + "}}";
  }
}
