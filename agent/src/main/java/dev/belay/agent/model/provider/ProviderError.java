package dev.belay.agent.model.provider;

import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a provider itself says of an error, in any of the three shapes: {@code {"error":{"type",
 * "message"}}} (Anthropic, beside {@code "type":"error"}, and OpenAI) and {@code {"error":"…"}}
 * (Ollama).
 *
 * @param kind its own word for it; empty if it has none
 */
record ProviderError(String kind, String message) {
  /** {@return what this JSON says of an error; null if it is none} */
  static @Nullable ProviderError of(String json) {
    if (!json.contains("\"error\"")) {
      return null;
    }
    try {
      var bytes = json.getBytes(StandardCharsets.UTF_8);
      var root = JsonObject.of(bytes, Slices.value(bytes));
      if (root == null) {
        return null;
      }
      var error = root.object("error");
      if (error == null) {
        var said = root.text("error");
        return said == null || said.isBlank() ? null : new ProviderError("", said);
      }
      var code = error.text("code");
      var type = error.text("type");
      var message = error.text("message");
      return new ProviderError(
          // The code is the narrower one where there are both (insufficient_quota).
          code != null ? code : type != null ? type : "", message == null ? json : message);
    } catch (NotJson _) {
      return null;
    }
  }
}
