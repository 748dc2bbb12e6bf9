package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.era.Revision;
import org.jspecify.annotations.Nullable;

/**
 * The introduction of a client: sent once by a legacy client, at {@code initialize}, and with each
 * request by a modern one.
 *
 * @param version the requested revision, known here or not
 * @param info its name and version, for people only; null if absent
 * @param logLevel the requested log level; null for the default of its era
 */
public record Introduction(
    String version,
    ClientCapabilities capabilities,
    @Nullable RawJson info,
    @Nullable LogLevel logLevel) {
  /**
   * Reads the introduction in a legacy client's {@code initialize}.
   *
   * @throws InvalidParams if it has no revision, or its capabilities are no object
   */
  public static Introduction legacy(Envelope initialize) throws InvalidParams {
    var span = initialize.params();
    var params = span == null ? null : JsonObject.of(initialize.bytes(), span);
    return read(params, "", "protocolVersion", "capabilities", "clientInfo", null);
  }

  /**
   * Reads the introduction in a modern client's request.
   *
   * @throws InvalidParams if a required member is missing or invalid
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

  /** {@return the same client with another log level} */
  public Introduction withLogLevel(@Nullable LogLevel wanted) {
    return new Introduction(version, capabilities, info, wanted);
  }

  /** {@return the same client with other capabilities, such as those that Belay relays} */
  public Introduction withCapabilities(ClientCapabilities other) {
    return new Introduction(version, other, info, logLevel);
  }

  /**
   * Returns the params of an equivalent {@code initialize} for a legacy server.
   *
   * @param otherwise the name and version of a client without any, since legacy requires them
   */
  public byte[] initializeParams(Revision revision, RawJson otherwise) {
    var params = JsonObject.empty();
    params.set("protocolVersion", JsonString.encode(revision.wire()));
    params.set("capabilities", capabilities.relayed().json(revision));
    params.set("clientInfo", info == null ? otherwise : info);
    return params.json();
  }
}
