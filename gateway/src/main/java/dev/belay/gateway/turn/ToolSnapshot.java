package dev.belay.gateway.turn;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tools of all servers at one moment, as one principal may see them.
 *
 * @param tools by their names, in the order of the list
 */
record ToolSnapshot(Map<String, ListedTool> tools) {
  /** What is gone by where there is no list to be had. */
  static final ToolSnapshot NONE = new ToolSnapshot(Map.of());

  /** {@return the tools that the definitions name; of two of one name, the first} */
  static ToolSnapshot of(List<byte[]> definitions) {
    var tools = new LinkedHashMap<String, ListedTool>();
    for (var definition : definitions) {
      var tool = ListedTool.of(definition);
      if (tool != null) {
        tools.putIfAbsent(tool.offered().name(), tool);
      }
    }
    return new ToolSnapshot(tools);
  }

  /** Keeps its own copy. */
  ToolSnapshot {
    tools = Collections.unmodifiableMap(new LinkedHashMap<>(tools));
  }

  /** {@return what the tool of that name declares of itself} */
  Declared declared(String name) {
    var tool = tools.get(name);
    return tool == null ? Declared.NOTHING : tool.declared();
  }

  /** {@return what it takes to keep it, in bytes, or nearly so} */
  long size() {
    return tools.values().stream().mapToLong(ListedTool::size).sum();
  }
}
