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
  /** Used if the list cannot be obtained. */
  static final ToolSnapshot NONE = new ToolSnapshot(Map.of());

  /** {@return the defined tools; of duplicate names, the first} */
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

  /** Copies the tools. */
  ToolSnapshot {
    tools = Collections.unmodifiableMap(new LinkedHashMap<>(tools));
  }

  /** {@return the declaration of the tool of that name} */
  Declared declared(String name) {
    var tool = tools.get(name);
    return tool == null ? Declared.NOTHING : tool.declared();
  }

  /** {@return its approximate size in bytes} */
  long size() {
    return tools.values().stream().mapToLong(ListedTool::size).sum();
  }
}
