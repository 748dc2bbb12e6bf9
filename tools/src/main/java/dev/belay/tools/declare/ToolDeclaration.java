package dev.belay.tools.declare;

import dev.belay.tools.schema.ArgumentSpec;
import dev.belay.tools.schema.JsonSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of a tool before it is called.
 *
 * @param name as listed and called
 * @param description for the model; empty if nobody wrote one
 * @param category {@code category.name} is accepted in calls too (C32)
 * @param arguments in their order; empty too where an author wrote the schema by hand
 * @param outputSchema of the structured content; null if it has none
 * @param listing what lists say of it besides
 * @param needs capabilities without which a modern client cannot call it, with a dot before one
 *     within another
 */
public record ToolDeclaration(
    String name,
    String description,
    String category,
    Hints hints,
    Terms terms,
    List<ArgumentSpec> arguments,
    JsonSchema inputSchema,
    @Nullable JsonSchema outputSchema,
    Listing listing,
    List<String> needs) {
  /** A tool of which lists say nothing besides, for every client. */
  public ToolDeclaration(
      String name,
      String description,
      String category,
      Hints hints,
      Terms terms,
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
        Listing.NONE,
        List.of());
  }

  /** Keeps its own lists. */
  public ToolDeclaration {
    arguments = List.copyOf(arguments);
    needs = List.copyOf(needs);
  }
}
