package dev.belay.agent.model.provider;

import dev.belay.gateway.turn.OfferedTool;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts the schemas of tools into a request as they are, byte for byte.
 *
 * <p>What LangChain4j can say of a schema is its properties and which of them are required; at the
 * top of a real one stands more than that ({@code $defs}, {@code oneOf}, {@code
 * additionalProperties}).
 */
final class Schemas {
  private Schemas() {}

  /** {@return the body of a request that offers just these tools, in this order} */
  static byte[] put(Api api, List<OfferedTool> tools, byte[] body) {
    var root = JsonObject.of(body);
    var raw = root == null || tools.isEmpty() ? null : root.raw("tools");
    var offered = raw == null ? null : JsonArray.items(raw);
    if (root == null || offered == null || offered.size() != tools.size()) {
      return body;
    }
    var put = new ArrayList<byte[]>();
    for (int i = 0; i < tools.size(); i++) {
      var tool = JsonObject.of(offered.get(i));
      if (tool == null) {
        return body;
      }
      api.putSchema(tool, tools.get(i).inputSchema().getBytes(StandardCharsets.UTF_8));
      put.add(tool.json());
    }
    return root.set("tools", JsonArray.of(put)).json();
  }
}
