package dev.belay.agent.model.provider;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Lets no stream of OpenAI's pass that goes back to a tool call after a piece of another one.
 *
 * <p>LangChain4j takes a call for complete when the next one begins: of a call that comes back with
 * its name it makes two, neither with the arguments that the model meant. For one stream, on one
 * thread.
 */
final class WholeCalls implements UnaryOperator<String> {
  private final Set<String> left = new HashSet<>();
  private String current = "";

  @Override
  public String apply(String event) {
    if (event.contains("\"tool_calls\"")) {
      pieces(event.getBytes(StandardCharsets.UTF_8)).forEach(this::check);
    }
    return event;
  }

  /** {@return the pieces of calls in the one choice that there is} */
  private static List<byte[]> pieces(byte[] event) {
    JsonObject root;
    try {
      root = JsonObject.of(event, Slices.value(event));
    } catch (NotJson _) {
      return List.of(); // whoever parses it says so
    }
    var choices = items(root, "choices");
    var choice = choices.isEmpty() ? null : JsonObject.of(choices.getFirst());
    return items(choice == null ? null : choice.object("delta"), "tool_calls");
  }

  private static List<byte[]> items(@Nullable JsonObject in, String name) {
    var raw = in == null ? null : in.raw(name);
    var items = raw == null ? null : JsonArray.items(raw);
    return items == null ? List.of() : items;
  }

  private void check(byte[] piece) {
    var call = JsonObject.of(piece);
    var index = call == null ? null : call.raw("index");
    if (call == null || index == null) {
      return;
    }
    var number = new String(index, StandardCharsets.UTF_8);
    if (number.equals(current)) {
      return;
    }
    if (left.contains(number)) {
      if (saysSomething(call)) {
        throw new IllegalStateException("call " + number + " goes on after call " + current);
      }
      return;
    }
    left.add(current);
    current = number;
  }

  private static boolean saysSomething(JsonObject call) {
    if (isText(call.text("id"))) {
      return true;
    }
    var function = call.object("function");
    return function != null
        && (isText(function.text("name")) || isText(function.text("arguments")));
  }

  private static boolean isText(@Nullable String text) {
    return text != null && !text.isEmpty();
  }
}
