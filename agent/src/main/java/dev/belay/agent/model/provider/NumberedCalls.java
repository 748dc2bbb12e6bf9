package dev.belay.agent.model.provider;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.function.UnaryOperator;

/**
 * Numbers the tool calls of one stream of Ollama's, each of which comes whole.
 *
 * <p>Older servers give them no number, and some give all the same one; LangChain4j then takes them
 * for pieces of one call. For one stream, on one thread.
 */
final class NumberedCalls implements UnaryOperator<String> {
  private int next;

  @Override
  public String apply(String line) {
    if (!line.contains("\"tool_calls\"")) {
      return line;
    }
    try {
      var bytes = line.getBytes(StandardCharsets.UTF_8);
      var root = JsonObject.of(bytes, Slices.value(bytes));
      var message = root == null ? null : root.object("message");
      var raw = message == null ? null : message.raw("tool_calls");
      var calls = raw == null ? null : JsonArray.items(raw);
      if (root == null || message == null || calls == null) {
        return line;
      }
      var numbered = new ArrayList<byte[]>();
      for (var call : calls) {
        numbered.add(numbered(call));
      }
      message.set("tool_calls", JsonArray.of(numbered));
      return new String(root.json(), StandardCharsets.UTF_8);
    } catch (NotJson _) {
      return line; // whoever parses it says so
    }
  }

  private byte[] numbered(byte[] call) {
    var object = JsonObject.of(call);
    if (object == null) {
      return call;
    }
    var number = Integer.toString(next++).getBytes(StandardCharsets.US_ASCII);
    object.open("function").set("index", number);
    return object.json();
  }
}
