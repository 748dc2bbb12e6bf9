package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Translates the introduction of a server: between the result of {@code initialize} and that of
 * {@code server/discover} (MCP 2026-07-28 §discovery).
 */
public final class ServerIntroduction {
  private static final String VERSION = "protocolVersion";
  private static final String VERSIONS = "supportedVersions";
  private static final String CAPABILITIES = "capabilities";
  private static final String SERVER_INFO = "serverInfo";
  private static final String EXTENSIONS = "extensions";
  private static final String LEGACY_TASKS = "tasks";

  private ServerIntroduction() {}

  /**
   * {@return the revision for a client that requests that one: it, or the latest legacy revision}
   */
  public static Revision agreed(@Nullable String requested) {
    var known = requested == null ? null : Revision.of(requested);
    return known == null || known.era() != Era.LEGACY ? Revision.LATEST_LEGACY : known;
  }

  /**
   * Returns the answer to {@code initialize} for a modern server's result of {@code
   * server/discover}.
   *
   * @param otherwise the name and version of a server without any, since legacy requires them
   */
  public static byte[] initializeResult(Revision agreed, byte[] discovered, RawJson otherwise) {
    var result = object(discovered);
    var info = serverInfo(discovered);
    result.remove(VERSIONS).remove(ResultType.KEY);
    Caching.strip(result);
    Meta.strip(result, Meta.SERVER_INFO);
    result.setText(VERSION, agreed.wire());
    result.open(CAPABILITIES).remove(EXTENSIONS).remove(LEGACY_TASKS);
    result.set(SERVER_INFO, info == null ? otherwise : info);
    return result.json();
  }

  /**
   * Returns the answer to {@code server/discover} for a legacy server's result of {@code
   * initialize}.
   */
  public static byte[] discoverResult(byte[] initialized) {
    var result = object(initialized);
    var info = serverInfo(initialized);
    result.remove(VERSION).remove(SERVER_INFO);
    result.setText(ResultType.KEY, ResultType.COMPLETE.wire());
    result.set(VERSIONS, versions());
    strip(result.open(CAPABILITIES));
    Caching.stamp(result);
    if (info != null) {
      result.open(Meta.KEY).set(Meta.SERVER_INFO, info);
    }
    return result.json();
  }

  /** {@return either result without the tasks that it declares, byte for byte where it has none} */
  public static byte[] withoutTasks(byte[] result) {
    var object = JsonObject.of(result);
    var capabilities = object == null ? null : object.object(CAPABILITIES);
    if (object == null || capabilities == null) {
      return result;
    }
    strip(capabilities);
    return object.json();
  }

  private static void strip(JsonObject capabilities) {
    capabilities.remove(LEGACY_TASKS);
    var extensions = capabilities.object(EXTENSIONS);
    if (extensions != null && extensions.has(Meta.TASKS)) {
      extensions.remove(Meta.TASKS);
      if (extensions.isEmpty()) {
        capabilities.remove(EXTENSIONS);
      }
    }
  }

  /** {@return the name and version in either result, as it was said, or null if it says none} */
  public static @Nullable RawJson serverInfo(byte[] result) {
    var object = object(result);
    var legacy = object.object(SERVER_INFO);
    if (legacy != null) {
      return RawJson.of(legacy.json());
    }
    var meta = object.object(Meta.KEY);
    var modern = meta == null ? null : meta.object(Meta.SERVER_INFO);
    return modern == null ? null : RawJson.of(modern.json());
  }

  /** {@return the instructions for use in either result; null if absent} */
  public static @Nullable String instructions(byte[] result) {
    return object(result).text("instructions");
  }

  /**
   * {@return whether a server declares, in a result of that era, that calls can become tasks} Each
   * dialect is of one era only.
   */
  public static boolean hasTasks(byte[] result, Era era) {
    var capabilities = object(result).open(CAPABILITIES);
    return switch (era) {
      case LEGACY -> capabilities.open(LEGACY_TASKS).open("requests").open("tools").has("call");
      case MODERN -> {
        var extensions = capabilities.object(EXTENSIONS);
        yield extensions != null && extensions.has(Meta.TASKS);
      }
    };
  }

  /** {@return the capabilities in either result; an empty object if absent} */
  public static RawJson capabilities(byte[] result) {
    return RawJson.of(object(result).open(CAPABILITIES).json());
  }

  private static byte[] versions() {
    List<byte[]> versions =
        Revision.of(Era.MODERN).stream().map(one -> JsonString.encode(one.wire())).toList();
    return JsonArray.of(versions);
  }

  private static JsonObject object(byte[] result) {
    var object = JsonObject.of(result);
    return object == null ? JsonObject.empty() : object;
  }
}
