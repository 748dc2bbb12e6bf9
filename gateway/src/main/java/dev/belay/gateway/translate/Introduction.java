package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.era.Revision;
import org.jspecify.annotations.Nullable;

/**
 * What a client says of itself: a legacy one once, at {@code initialize}, a modern one with each
 * request.
 *
 * @param version the revision that it asks for, known here or not
 * @param info its name and version, for people only; null if it says none
 * @param logLevel what it wants to hear; null for what its era does without a wish
 */
public record Introduction(
    String version,
    ClientCapabilities capabilities,
    @Nullable RawJson info,
    @Nullable LogLevel logLevel) {
  /**
   * Reads it from a legacy client's {@code initialize}.
   *
   * @throws InvalidParams if it names no revision, or its capabilities are no object
   */
  public static Introduction legacy(Envelope initialize) throws InvalidParams {
    var span = initialize.params();
    var params = span == null ? null : JsonObject.of(initialize.bytes(), span);
    return read(params, "", "protocolVersion", "capabilities", "clientInfo", null);
  }

  /**
   * Reads it from a modern client's request.
   *
   * @throws InvalidParams if it says not all that a request must say, or nonsense
   */
  public static Introduction modern(Envelope request) throws InvalidParams {
    var span = request.params();
    var params = span == null ? null : JsonObject.of(request.bytes(), span);
    return read(
        params == null ? null : params.object(Meta.KEY),
        "_meta.",
        Meta.PROTOCOL_VERSION,
        Meta.CLIENT_CAPABILITIES,
        Meta.CLIENT_INFO,
        Meta.LOG_LEVEL);
  }

  private static Introduction read(
      @Nullable JsonObject from,
      String path,
      String versionKey,
      String capabilitiesKey,
      String infoKey,
      @Nullable String logLevelKey)
      throws InvalidParams {
    var version = from == null ? null : from.text(versionKey);
    if (from == null || version == null) {
      throw new InvalidParams(path + versionKey + " is required");
    }
    var capabilities = from.object(capabilitiesKey);
    if (capabilities == null) {
      throw new InvalidParams(path + capabilitiesKey + " is required, and an object");
    }
    if (from.has(infoKey) && from.object(infoKey) == null) {
      throw new InvalidParams(path + infoKey + " is no object");
    }
    LogLevel level = null;
    if (logLevelKey != null && from.has(logLevelKey)) {
      level = LogLevel.of(from.text(logLevelKey));
      if (level == null) {
        throw new InvalidParams(path + logLevelKey + " is no log level");
      }
    }
    return new Introduction(
        version, ClientCapabilities.of(capabilities), RawJson.ofNullable(from.raw(infoKey)), level);
  }

  /** {@return the same client, which now wants to hear that} */
  public Introduction withLogLevel(@Nullable LogLevel wanted) {
    return new Introduction(version, capabilities, info, wanted);
  }

  /** {@return the same client with other capabilities, such as what Belay relays of them} */
  public Introduction withCapabilities(ClientCapabilities other) {
    return new Introduction(version, other, info, logLevel);
  }

  /**
   * Returns the params of an {@code initialize} that says the same to a legacy server.
   *
   * @param otherwise the name and version to give where the client says none: legacy demands one
   */
  public byte[] initializeParams(Revision revision, RawJson otherwise) {
    var params = JsonObject.empty();
    params.set("protocolVersion", JsonString.encode(revision.wire()));
    params.set("capabilities", capabilities.relayed().json(revision));
    params.set("clientInfo", info == null ? otherwise : info);
    return params.json();
  }
}
