package dev.belay.tools.bind;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A class with its type parameters resolved.
 *
 * @param arguments none for a raw class
 */
record ConcreteType(Class<?> raw, List<ConcreteType> arguments) {
  /**
   * Resolves {@code type} as written within {@code owner}.
   *
   * @param owner binds the type parameters; null if there are none
   */
  static ConcreteType of(Type type, @Nullable ConcreteType owner) {
    // Kept out of the switch below, which is expensive to link: most types are plain classes.
    if (type instanceof Class<?> raw) {
      return new ConcreteType(raw, List.of());
    }
    return switch (type) {
      case ParameterizedType generic ->
          new ConcreteType(
              (Class<?>) generic.getRawType(),
              Stream.of(generic.getActualTypeArguments()).map(each -> of(each, owner)).toList());
      case WildcardType wild -> of(wild.getUpperBounds()[0], owner);
      case TypeVariable<?> variable when owner != null -> owner.meaning(variable);
      case GenericArrayType _ -> throw new UnbindableException(ReaderFactory.NO_ARRAYS);
      default ->
          throw new UnbindableException(
              "the type parameter " + type.getTypeName() + " says nothing: write a real type");
    };
  }

  private ConcreteType meaning(TypeVariable<?> variable) {
    var parameters = List.of(raw.getTypeParameters());
    int at = parameters.indexOf(variable);
    if (at < 0 || at >= arguments.size()) {
      throw new UnbindableException(
          "the type parameter " + variable + " of " + raw.getName() + " is not said");
    }
    return arguments.get(at);
  }

  /** {@return a type argument, which must be given} */
  ConcreteType argument(int index) {
    if (index >= arguments.size()) {
      throw new UnbindableException("say of what: " + raw.getSimpleName() + "<…>");
    }
    return arguments.get(index);
  }

  /** {@return the nesting depth of the type arguments} */
  int depth() {
    int deepest = 0;
    for (var argument : arguments) {
      deepest = Math.max(deepest, argument.depth());
    }
    return 1 + deepest;
  }

  @Override
  public String toString() {
    return raw.getTypeName();
  }
}
