package dev.belay.gateway.catalog;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.io.ByteArrayOutputStream;
import java.util.Objects;

/**
 * One tool, prompt, resource or template as its server lists it.
 *
 * @param key its name or URI
 */
record Item(String key, RawJson json) {
  /** {@return it under another name, all else byte for byte} */
  byte[] named(ListKind kind, String name) {
    var bytes = json.bytes();
    if (name.equals(key)) {
      return bytes;
    }
    var whole = new Span(0, bytes.length);
    var at = Objects.requireNonNull(Slices.find(bytes, whole, kind.key()));
    var out = new ByteArrayOutputStream(bytes.length + name.length());
    out.write(bytes, 0, at.offset());
    out.writeBytes(JsonString.encode(name));
    out.write(bytes, at.end(), bytes.length - at.end());
    return out.toByteArray();
  }
}
