package dev.belay.tools.declare;

import dev.belay.tools.schema.ArgumentSpec;
import dev.belay.tools.schema.JsonSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything known of a tool before its calls.
 *
 * @param name as listed and called
 * @param description for the model; empty if the author gave none
 * @param category makes {@code category.name} an accepted alias in calls (C32)
 * @param arguments in order; also empty if an author wrote the schema by hand
 * @param outputSchema of the structured content; null if it has none
 * @param listing further parts of its definition in lists
 * @param needs capabilities without which a modern client cannot call it; a dot separates one from
 *     the capability within it
 */
public record ToolDeclaration(
    String name,
    String description,
    String category,
    Hints hints,
    ToolOptions terms,
    List<ArgumentSpec> arguments,
    JsonSchema inputSchema,
    @Nullable JsonSchema outputSchema,
    ListedDetails listing,
    List<String> needs) {
  /** Declares a tool for every client, without further parts in lists. */
  public ToolDeclaration(
      String name,
      String description,
      String category,
      Hints hints,
      ToolOptions terms,
      List<ArgumentSpec> arguments,
      JsonSchema inputSchema,
      @Nullable JsonSchema outputSchema) {
    this(
        name,
        description,
        category,
        hints,
        terms,
        arguments,
        inputSchema,
        outputSchema,
        ListedDetails.NONE,
        List.of());
  }

  /** Makes defensive copies. */
  public ToolDeclaration {
    arguments = List.copyOf(arguments);
    needs = List.copyOf(needs);
  }
}
