package dev.belay.mcp.era;

import java.nio.charset.StandardCharsets;

/** Belay's {@code _meta} in its own requests of the modern era (MCP 2026-07-28 §requests). */
public final class ModernMeta {
  /** Belay's name and version, as MCP's {@code Implementation}. */
  public static final String BELAY = "{\"name\":\"belay\",\"version\":\"0.1.0\"}";

  /** The members of {@code _meta}, without its braces. */
  public static final String MEMBERS =
      """
      "io.modelcontextprotocol/protocolVersion":"%s",\
      "io.modelcontextprotocol/clientInfo":%s,\
      "io.modelcontextprotocol/clientCapabilities":{}\
      """
          .formatted(Revision.V2026_07_28.wire(), BELAY);

  private ModernMeta() {}

  /** {@return params without other members} */
  public static byte[] params() {
    return ("{\"_meta\":{" + MEMBERS + "}}").getBytes(StandardCharsets.US_ASCII);
  }
}
