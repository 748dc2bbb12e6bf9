package dev.belay.tools.declare;

import dev.belay.tools.schema.ArgumentSchema;
import dev.belay.tools.schema.ArgumentSpec;
import dev.belay.tools.schema.JsonSchema;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An unchecked declaration of a tool, made from annotations or by a builder.
 *
 * @param where its name in messages: class and method, or the kind of definition
 * @param givenInput the author's own schema; null if it follows from the arguments
 * @param body null if something is wrong with it
 */
record Draft(
    String where,
    String name,
    String description,
    String category,
    Hints hints,
    ToolOptions terms,
    ListedDetails listing,
    List<String> needs,
    List<ArgumentSpec> arguments,
    @Nullable JsonSchema givenInput,
    @Nullable JsonSchema output,
    @Nullable ToolBody body) {
  /** {@return the names of the arguments; null if the author's schema lists none} */
  @Nullable Set<String> argumentNames() {
    var names = new TreeSet<String>();
    if (givenInput == null) {
      arguments.forEach(argument -> names.add(argument.name()));
      return names;
    }
    var properties = givenInput.tree().get("properties");
    if (properties == null) {
      return null;
    }
    names.addAll(properties.propertyNames());
    return names;
  }

  NativeTool tool(ToolBody checked) {
    var declaration =
        new ToolDeclaration(
            name, description, category, hints, terms, arguments, input(), output, listing, needs);
    return new NativeTool(declaration, checked);
  }

  JsonSchema input() {
    return givenInput == null ? ArgumentSchema.of(arguments) : givenInput;
  }
}
