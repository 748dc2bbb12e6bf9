package dev.belay.gateway.upstream;

import java.nio.charset.StandardCharsets;

/** What Belay says of itself in its own requests of the modern era (MCP 2026-07-28 §requests). */
final class ModernMeta {
  static final byte[] PARAMS =
      """
      {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
      "io.modelcontextprotocol/clientCapabilities":{}}}\
      """
          .getBytes(StandardCharsets.US_ASCII);

  private ModernMeta() {}
}
