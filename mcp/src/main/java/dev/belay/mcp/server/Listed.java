package dev.belay.mcp.server;

import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** One listed item: its definition as seen by clients, and its handler. */
final class Listed {
  private final String name;
  private final Supplier<byte[]> definition;
  private final Handler handler;
  private final List<String> required;
  private final boolean isReady;

  /** Creates an item that is not defined before it is first listed. */
  Listed(String name, Supplier<byte[]> definition, Handler handler) {
    this.name = name;
    this.definition = definition;
    this.handler = handler;
    this.required = List.of();
    this.isReady = false;
  }

  Listed(ListMethod kind, byte[] definition, Handler handler) {
    this.definition = () -> definition;
    this.handler = handler;
    var name = JsonWriter.text(definition, kind.nameKey());
    if (name == null || name.isEmpty()) {
      throw new IllegalArgumentException("a definition without \"" + kind.nameKey() + "\"");
    }
    this.name = name;
    this.required = kind == ListMethod.PROMPTS ? required(definition) : List.of();
    this.isReady = true;
  }

  private static List<String> required(byte[] definition) {
    var required = new ArrayList<String>();
    Span arguments = Slices.find(definition, JsonWriter.requireObject(definition), "arguments");
    if (arguments != null && arguments.isArray(definition)) {
      for (Span argument : Slices.items(definition, arguments)) {
        Span isRequired = Slices.find(definition, argument, "required");
        var name = JsonWriter.text(definition, Slices.find(definition, argument, "name"));
        if (name != null && isRequired != null && definition[isRequired.offset()] == 't') {
          required.add(name);
        }
      }
    }
    return required;
  }

  String name() {
    return name;
  }

  byte[] definition() {
    return JsonWriter.oneLine(definition.get());
  }

  /** {@return whether its definition is available at once} */
  boolean isReady() {
    return isReady;
  }

  Handler handler() {
    return handler;
  }

  /** {@return the required arguments of a prompt} */
  List<String> required() {
    return required;
  }
}
