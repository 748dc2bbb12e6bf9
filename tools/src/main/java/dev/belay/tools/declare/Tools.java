package dev.belay.tools.declare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A set of tools with distinct names, in the order of their declaration. Immutable. */
public final class Tools {
  private final Map<String, NativeTool> byName = new LinkedHashMap<>();
  private final Map<String, NativeTool> byAlias = new HashMap<>();

  Tools(List<NativeTool> tools) {
    for (var tool : tools) {
      var declaration = tool.declaration();
      byName.put(declaration.name(), tool);
      byAlias.put(declaration.category() + "." + declaration.name(), tool);
    }
  }

  /**
   * Makes tools from objects, see {@link ToolsBuilder#add}.
   *
   * @throws InvalidToolsException with every problem of every tool
   */
  public static Tools of(Object... declared) {
    var builder = builder();
    List.of(declared).forEach(builder::add);
    return builder.build();
  }

  /** {@return a builder that collects tools and the values injected into them} */
  public static ToolsBuilder builder() {
    return new ToolsBuilder();
  }

  /** {@return a builder for a tool without a method; end with {@code handle}} */
  public static ToolBuilder define(String name) {
    return new ToolBuilder(name);
  }

  /** {@return all tools} */
  public List<NativeTool> all() {
    return List.copyOf(byName.values());
  }

  /** {@return a warning for each tool without a description, since models choose tools by it} */
  public List<String> undescribed() {
    var lines = new ArrayList<String>();
    for (var tool : byName.values()) {
      if (tool.declaration().description().isBlank()) {
        lines.add(
            "The tool "
                + tool.declaration().name()
                + " has no description: write @Tool(description), or have javac keep its Javadoc.");
      }
    }
    return lines;
  }

  /**
   * {@return the tool of that name, or of that {@code category.name}, which is not listed (C32)}
   */
  public Optional<NativeTool> named(String name) {
    @Nullable NativeTool tool = byName.get(name);
    return Optional.ofNullable(tool == null ? byAlias.get(name) : tool);
  }
}
