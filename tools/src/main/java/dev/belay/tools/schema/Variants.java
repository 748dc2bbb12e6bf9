package dev.belay.tools.schema;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SubtypeResolver;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the records of a sealed type. */
final class Variants implements SubtypeResolver {
  @Override
  public @Nullable List<ResolvedType> findSubtypes(
      ResolvedType type, SchemaGenerationContext context) {
    if (!type.getErasedType().isSealed()) {
      return null;
    }
    var found = new ArrayList<ResolvedType>();
    for (var variant : of(type.getErasedType())) {
      found.add(context.getTypeContext().resolveSubtype(type, variant));
    }
    return found;
  }

  private static List<Class<?>> of(Class<?> sealed) {
    var found = new ArrayList<Class<?>>();
    for (var permitted : sealed.getPermittedSubclasses()) {
      if (permitted.isSealed()) {
        found.addAll(of(permitted));
      } else {
        found.add(permitted);
      }
    }
    return found;
  }
}
