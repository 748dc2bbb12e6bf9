package dev.belay.tools.schema;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes the schema of a tool's structured result from the return type of its method. */
public final class OutputSchema {
  /**
   * The property that wraps a value other than an object, since clients of the legacy era accept
   * only objects (MCP 2025-11-25 §tools/structured-content).
   */
  public static final String WRAPPED = "result";

  private static final String RESULTS = "dev.belay.tools.result.";

  private OutputSchema() {}

  /**
   * {@return the schema; null if the type promises nothing: texts, {@code Content}, void, an {@code
   * Optional}, whose text is empty without a value, and classes with unknown JSON}
   */
  public static @Nullable JsonSchema of(Type type) {
    var raw = raw(type);
    if (raw == null) {
      return null;
    }
    boolean object = raw.isRecord() || raw.isSealed() || Map.class.isAssignableFrom(raw);
    return object || isWrapped(raw) ? new MadeSchema(new Output(type, !object)) : null;
  }

  /**
   * {@return the schema of a method's result; null also if that is {@code @Nullable}, since clients
   * reject a result without the structured content that a schema promises}
   */
  public static @Nullable JsonSchema of(Method method) {
    return ArgumentSpec.isNullable(method, method.getAnnotatedReturnType())
        ? null
        : of(method.getGenericReturnType());
  }

  private record Output(Type type, boolean isWrapped) implements MadeSchema.Source {
    @Override
    public ObjectNode make(boolean strict) {
      return Making.make(type, isWrapped, strict);
    }
  }

  /** Apart from the rest, so that declaring a tool loads no library for JSON. */
  private static final class Making {
    private Making() {}

    static ObjectNode make(Type type, boolean isWrapped, boolean strict) {
      var types = new TypeSchemas(strict);
      var made = types.of(type);
      var definitions = types.definitions();
      if (!isWrapped) {
        // A choice of objects is an object too, which clients of the legacy era want to read.
        return Tidy.of(made.put("type", "object"), definitions);
      }
      var root = JsonMapper.shared().createObjectNode().put("type", "object");
      root.putObject("properties").set(WRAPPED, made);
      root.putArray("required").add(WRAPPED);
      return Tidy.of(root, definitions);
    }
  }

  private static boolean isWrapped(Class<?> raw) {
    return (raw.isArray() && raw != byte[].class)
        || Collection.class.isAssignableFrom(raw)
        || raw.isEnum()
        || (raw.isPrimitive() && raw != void.class)
        || (Number.class.isAssignableFrom(raw) && raw != Number.class)
        || raw == Boolean.class
        || raw.getName().startsWith("java.time.");
  }

  /** {@return the class of the type; null for an open type or one that is a result already} */
  private static @Nullable Class<?> raw(Type type) {
    // Kept out of the switch, which is expensive to link: most types are plain classes.
    var raw = type instanceof Class<?> plain ? plain : generic(type);
    return raw == null || holdsResults(type, raw) ? null : raw;
  }

  private static @Nullable Class<?> generic(Type type) {
    return switch (type) {
      case ParameterizedType generic -> generic.getRawType() instanceof Class<?> c ? c : null;
      case GenericArrayType _ -> Object[].class;
      default -> null;
    };
  }

  private static boolean holdsResults(Type type, Class<?> raw) {
    if (isResult(raw)) {
      return true;
    }
    return Collection.class.isAssignableFrom(raw)
        && type instanceof ParameterizedType generic
        && generic.getActualTypeArguments()[0] instanceof Class<?> item
        && isResult(item);
  }

  /** By name, since results are checked against schemas and so are a layer above. */
  private static boolean isResult(Class<?> type) {
    return type.getName().equals(RESULTS + "ToolResult")
        || type.getName().startsWith(RESULTS + "Content");
  }
}
