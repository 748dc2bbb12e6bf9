package dev.belay.http.info;

import dev.belay.mcp.envelope.JsonString;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A server's name, version and newest protocol revision, as schema-valid JSON (S4-1 to S4-4, C25).
 */
public final class ServerInfo {
  private final String name;
  private final String version;
  private final @Nullable String message;
  private final byte[] json;

  private ServerInfo(String name, String version, @Nullable String message, byte[] json) {
    this.name = name;
    this.version = version;
    this.message = message;
    this.json = json;
  }

  /**
   * Builds the server info.
   *
   * @param protocolVersion the newest revision of the endpoint that shows it
   * @param message additional text for people; null for none
   * @throws Invalid if the schema does not allow it
   */
  public static ServerInfo of(
      String name, String version, String protocolVersion, @Nullable String message) {
    var json = new StringBuilder("{");
    member(json, "name", name);
    member(json.append(','), "version", version);
    member(json.append(','), "protocolVersion", protocolVersion);
    if (message != null) {
      member(json.append(','), "message", message);
    }
    var bytes = json.append('}').toString().getBytes(StandardCharsets.UTF_8);
    var faults = ServerInfoSchema.validate(bytes);
    if (!faults.isEmpty()) {
      throw new Invalid(String.join("; ", faults));
    }
    return new ServerInfo(name, version, message, bytes);
  }

  /** {@return the same with another protocol revision} */
  public ServerInfo forRevision(String protocolVersion) {
    return of(name, version, protocolVersion, message);
  }

  /** {@return the JSON object} */
  public byte[] json() {
    return json.clone();
  }

  private static void member(StringBuilder json, String key, String value) {
    json.append('"').append(key).append("\":").append(JsonString.quote(value));
  }

  /** The server info violates its schema. */
  public static final class Invalid extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    Invalid(String faults) {
      super("server info is invalid: " + faults);
    }
  }
}
