package dev.belay.tools.schema;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.classmate.TypeResolver;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.javadoc.KeptJavadoc;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes one schema from Java types, in the form that clients take: keywords in one order, a choice
 * as {@code oneOf}, and types where they are used, since many clients reject {@code $ref}. Only a
 * type that refers to itself is a definition, and every record and sealed type of a large schema.
 *
 * <p>For use by one thread.
 */
final class TypeSchemas {
  /** Names the header in which an argument is repeated (MCP 2026-07-28 §x-mcp-header). */
  private static final String HEADER = "x-mcp-header";

  private static final String DEFINITIONS = "$defs";

  /** In characters. Every model reads every schema with every request. */
  private static final int LARGE = 32 * 1024;

  /** A schema of more types is large, however short they are: types in types grow quickly. */
  private static final int MANY = 2_000;

  private static final List<String> ORDER =
      List.of(
          ("$ref type const enum format contentEncoding pattern minLength maxLength minimum"
                  + " exclusiveMinimum maximum exclusiveMaximum items minItems maxItems uniqueItems"
                  + " properties required additionalProperties minProperties maxProperties oneOf"
                  + " description default x-mcp-header $defs")
              .split(" "));

  private final TypeResolver types = new TypeResolver();
  private final boolean strict;
  private final boolean inlines;
  private final Set<ResolvedType> open = new HashSet<>();
  private final Map<ResolvedType, String> names = new HashMap<>();
  private final Map<String, ObjectNode> definitions = new TreeMap<>();
  private int written;

  private TypeSchemas(boolean strict, boolean inlines) {
    this.strict = strict;
    this.inlines = inlines;
  }

  /** {@return an object with these properties, in this order} */
  static ObjectNode arguments(List<ArgumentSpec> arguments, boolean strict) {
    return whole(strict, types -> types.arguments(arguments));
  }

  /** {@return the schema of a result, which is the one property of an object if it is wrapped} */
  static ObjectNode output(Type type, boolean wrapped, boolean strict) {
    return whole(
        strict,
        types -> {
          var made = types.of(type);
          if (!wrapped) {
            // A choice of objects is an object too, which clients of the legacy era want to read.
            return made.put("type", "object");
          }
          var root = node().put("type", "object");
          root.putObject("properties").set(OutputSchema.WRAPPED, made);
          root.putArray("required").add(OutputSchema.WRAPPED);
          return root;
        });
  }

  private static ObjectNode whole(boolean strict, Function<TypeSchemas, ObjectNode> make) {
    var inlining = new TypeSchemas(strict, true);
    var made = inlining.defined(make.apply(inlining));
    if (inlining.written <= MANY && made.toString().length() <= LARGE) {
      return made;
    }
    var defining = new TypeSchemas(strict, false);
    return defining.defined(make.apply(defining));
  }

  private ObjectNode defined(ObjectNode root) {
    if (!definitions.isEmpty()) {
      root.putObject(DEFINITIONS).setAll(definitions);
    }
    return ordered(root);
  }

  private static ObjectNode ordered(ObjectNode given) {
    var made = node();
    ORDER.stream().filter(given::has).forEach(keyword -> made.set(keyword, given.get(keyword)));
    return made;
  }

  private static ObjectNode node() {
    return JsonMapper.shared().createObjectNode();
  }

  private ObjectNode arguments(List<ArgumentSpec> arguments) {
    var root = node().put("type", "object");
    var properties = root.putObject("properties");
    var required = root.arrayNode();
    for (var argument : arguments) {
      var property = of(argument.type());
      var raw = bare(types.resolve(argument.type())).getErasedType();
      Descriptions.put(property, argument.description(), raw);
      Constraints.add(property, List.of(argument.element()), raw);
      if (argument.defaultJson() != null) {
        property.set("default", JsonMapper.shared().readTree(argument.defaultJson()));
      }
      if (argument.header() != null) {
        property.put(HEADER, argument.header());
      }
      properties.set(argument.name(), ordered(property));
      if (argument.required()) {
        required.add(argument.name());
      }
    }
    if (!required.isEmpty()) {
      root.set("required", required);
    }
    return strict ? root.put("additionalProperties", false) : root;
  }

  private ObjectNode of(Type type) {
    return of(types.resolve(type));
  }

  private ObjectNode of(ResolvedType declared) {
    var type = bare(declared);
    var raw = type.getErasedType();
    written++;
    if (raw.isEnum() || !(raw.isRecord() || raw.isSealed())) {
      return plain(type, raw);
    }
    if (open.contains(type) || names.containsKey(type)) {
      return reference(type);
    }
    if (!inlines || written > MANY) {
      var _ = reference(type);
    }
    open.add(type);
    var made = raw.isRecord() ? object(type, raw) : choice(type, raw);
    open.remove(type);
    var name = names.get(type);
    if (name == null) {
      return made;
    }
    definitions.put(name, made);
    return reference(type);
  }

  private ObjectNode reference(ResolvedType type) {
    var name = names.computeIfAbsent(type, _ -> freeName(type.getErasedType().getSimpleName()));
    return node().put("$ref", "#/" + DEFINITIONS + "/" + name);
  }

  private String freeName(String simple) {
    var name = simple;
    for (int i = 2; names.containsValue(name); i++) {
      name = simple + "-" + i;
    }
    return name;
  }

  private ObjectNode plain(ResolvedType type, Class<?> raw) {
    var schema = node();
    if (raw.isEnum()) {
      var values = schema.put("type", "string").putArray("enum");
      for (var constant : raw.getEnumConstants()) {
        values.add(WireNames.of((Enum<?>) constant));
      }
      Descriptions.put(schema, null, raw);
    } else if (PlainType.write(raw, schema, strict)) {
      return schema;
    } else if (raw.isArray() || Collection.class.isAssignableFrom(raw)) {
      var item = raw.isArray() ? type.getArrayElementType() : parameter(type, Collection.class, 0);
      schema.put("type", "array").set("items", item == null ? node() : of(item));
      if (Set.class.isAssignableFrom(raw)) {
        schema.put("uniqueItems", true);
      }
    } else if (BaseStream.class.isAssignableFrom(raw)) {
      schema.put("type", "array").putObject("items");
    } else if (Map.class.isAssignableFrom(raw)) {
      var value = parameter(type, Map.class, 1);
      var values = value == null ? node() : of(value);
      schema.put("type", "object");
      if (!values.isEmpty()) {
        schema.set("additionalProperties", values);
      }
    }
    return schema;
  }

  private static @Nullable ResolvedType parameter(ResolvedType type, Class<?> of, int index) {
    var parameters = type.typeParametersFor(of);
    return parameters == null || parameters.size() <= index ? null : parameters.get(index);
  }

  private ObjectNode object(ResolvedType type, Class<?> raw) {
    var schema = node().put("type", "object");
    var properties = node();
    var required = schema.arrayNode();
    if (WireNames.isVariant(raw)) {
      var tag = properties.putObject(WireNames.DISCRIMINATOR);
      tag.put("type", "string").put("const", WireNames.of(raw));
      required.add(WireNames.DISCRIMINATOR);
    }
    for (var component : raw.getRecordComponents()) {
      var resolved = types.resolve(type.getTypeBindings(), component.getGenericType());
      var name = WireNames.of(component);
      properties.set(name, component(component, of(resolved), bare(resolved).getErasedType()));
      if (isRequired(component)) {
        required.add(name);
      }
    }
    if (!properties.isEmpty()) {
      schema.set("properties", properties);
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    if (strict) {
      schema.put("additionalProperties", false);
    }
    Descriptions.put(schema, null, raw);
    return schema;
  }

  /** {@return the schema of a component's type, with what is said where it is used} */
  private static ObjectNode component(RecordComponent component, ObjectNode schema, Class<?> raw) {
    var arg = component.getAnnotation(Arg.class);
    var own = arg == null ? "" : arg.description();
    Descriptions.put(schema, own.isEmpty() ? KeptJavadoc.of(component).orElse(null) : own, raw);
    Constraints.add(schema, elements(component), raw);
    if (arg != null && !arg.defaultValue().equals(Arg.NONE)) {
      schema.set("default", Defaults.of(arg.defaultValue(), raw));
    }
    return ordered(schema);
  }

  /** Constraints are no annotations of components, but of what the compiler makes of these. */
  private static List<AnnotatedElement> elements(RecordComponent component) {
    Stream<Field> fields = Stream.of(component.getDeclaringRecord().getDeclaredFields());
    return Stream.<AnnotatedElement>concat(
            fields.filter(field -> field.getName().equals(component.getName())),
            Stream.of(component.getAccessor()))
        .toList();
  }

  private static boolean isRequired(RecordComponent component) {
    var arg = component.getAnnotation(Arg.class);
    boolean optional = arg != null && (!arg.required() || !arg.defaultValue().equals(Arg.NONE));
    return !optional
        && !isOptional(component.getType())
        && !ArgumentSpec.isNullable(component.getAnnotatedType());
  }

  private ObjectNode choice(ResolvedType type, Class<?> raw) {
    var variants = variants(raw).map(one -> of(types.resolveSubtype(type, one))).toList();
    if (variants.size() == 1) {
      return variants.getFirst();
    }
    var schema = node();
    schema.putArray("oneOf").addAll(variants);
    return schema;
  }

  /** {@return the types that a sealed type may be, none of them sealed} */
  private static Stream<Class<?>> variants(Class<?> sealed) {
    return Stream.of(sealed.getPermittedSubclasses())
        .flatMap(one -> one.isSealed() && !one.isEnum() ? variants(one) : Stream.of(one))
        .distinct();
  }

  private static boolean isOptional(Class<?> type) {
    return type == Optional.class
        || type == OptionalInt.class
        || type == OptionalLong.class
        || type == OptionalDouble.class;
  }

  /** {@return the type, or what an {@code Optional} has of it} */
  private ResolvedType bare(ResolvedType type) {
    var raw = type.getErasedType();
    if (raw == Optional.class) {
      var value = parameter(type, Optional.class, 0);
      return value == null ? types.resolve(Object.class) : bare(value);
    }
    return raw == OptionalInt.class
        ? types.resolve(int.class)
        : raw == OptionalLong.class
            ? types.resolve(long.class)
            : raw == OptionalDouble.class ? types.resolve(double.class) : type;
  }
}
