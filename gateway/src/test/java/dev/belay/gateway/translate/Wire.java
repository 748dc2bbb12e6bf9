package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.RawJson;
import java.nio.charset.StandardCharsets;

/** JSON written down in a test with single quotes, and read back so. */
final class Wire {
  private Wire() {}

  static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  static RawJson raw(String text) {
    return RawJson.of(json(text));
  }

  static String text(byte[] json) {
    return new String(json, StandardCharsets.UTF_8).replace('"', '\'');
  }

  static String text(RawJson json) {
    return text(json.bytes());
  }

  static Envelope request(String method, String params) {
    return message("{'jsonrpc':'2.0','id':1,'method':'" + method + "','params':" + params + "}");
  }

  static Envelope notification(String method, String params) {
    return message("{'jsonrpc':'2.0','method':'" + method + "','params':" + params + "}");
  }

  static Envelope error(String error) {
    return message("{'jsonrpc':'2.0','id':1,'error':" + error + "}");
  }

  static Envelope message(String text) {
    return message(json(text));
  }

  static Envelope message(byte[] bytes) {
    try {
      return Envelope.parse(bytes, Bounds.DEFAULT);
    } catch (MalformedEnvelope e) {
      throw new AssertionError(e.getMessage() + ": " + text(bytes), e);
    }
  }
}
