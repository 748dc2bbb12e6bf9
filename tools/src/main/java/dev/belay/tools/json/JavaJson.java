package dev.belay.tools.json;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.belay.tools.schema.WireNames;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.PropertyNamingStrategy;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.module.SimpleSerializers;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * Writes Java values as JSON by the rules of their schemas: names in snake case, variants of sealed
 * types by name, times in ISO 8601, null and empty {@code Optional}s left out.
 *
 * <p>Loads databind at its first use. Safe for use by many threads.
 */
public final class JavaJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(values())
          .propertyNamingStrategy(new WireNaming())
          .annotationIntrospector(new VariantNames())
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .build();

  private JavaJson() {}

  /**
   * Writes {@code value} to {@code out}, which stays open.
   *
   * @throws tools.jackson.core.JacksonException if it has no JSON, contains itself, or cannot be
   *     written there
   */
  public static void write(Object value, OutputStream out) {
    try (var generator = MAPPER.createGenerator(new OpenStream(out))) {
      MAPPER.writeValue(generator, value);
    }
  }

  private static SimpleModule values() {
    var module = new SimpleModule("belay");
    module.setSerializers(new ModuleOpener());
    module.addSerializer(Path.class, ToStringSerializer.instance);
    module.addSerializer(Enum.class, new EnumName(false));
    module.addKeySerializer(Enum.class, new EnumName(true));
    return module;
  }

  /**
   * Opens to Jackson each package that its module opens to Belay, so authors of tools need not name
   * Jackson. It is asked before the properties of a type are read.
   */
  private static final class ModuleOpener extends SimpleSerializers {
    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable ValueSerializer<?> findSerializer(
        SerializationConfig config,
        JavaType type,
        BeanDescription.Supplier description,
        JsonFormat.Value format) {
      var owner = type.getRawClass().getModule();
      var name = type.getRawClass().getPackageName();
      if (owner.isNamed() && owner.isOpen(name, JavaJson.class.getModule())) {
        owner.addOpens(name, JsonMapper.class.getModule());
      }
      return super.findSerializer(config, type, description, format);
    }
  }

  /** Names constants as the schema does. */
  @SuppressWarnings("rawtypes") // The module knows enums by their raw class.
  private static final class EnumName extends ValueSerializer<Enum> {
    private final boolean asKey;

    EnumName(boolean asKey) {
      this.asKey = asKey;
    }

    @Override
    public void serialize(Enum value, JsonGenerator out, SerializationContext context) {
      var name = WireNames.of((Enum<?>) value);
      if (asKey) {
        out.writeName(name);
      } else {
        out.writeString(name);
      }
    }
  }

  /** A stream that is closed by its owner alone, not by a borrower. */
  static final class OpenStream extends FilterOutputStream {
    OpenStream(OutputStream lent) {
      super(lent);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }

  /** Adds the discriminator to records of a sealed type. */
  static final class VariantNames extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    /** Carries the annotation that sealed types themselves lack. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = WireNames.DISCRIMINATOR)
    private interface ByName {}

    // Read from an annotation: its other constructors differ among the 2.x versions of Jackson's
    // annotations, and frameworks bring their own version.
    private static final JsonTypeInfo.@Nullable Value BY_NAME =
        JsonTypeInfo.Value.from(ByName.class.getAnnotation(JsonTypeInfo.class));

    @Override
    public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(
        MapperConfig<?> config, Annotated annotated) {
      var said = super.findPolymorphicTypeInfo(config, annotated);
      boolean variant = annotated instanceof AnnotatedClass type && isVariant(type.getRawType());
      return said == null && variant ? BY_NAME : said;
    }

    @Override
    public @Nullable String findTypeName(MapperConfig<?> config, AnnotatedClass type) {
      return isVariant(type.getRawType())
          ? WireNames.of(type.getRawType())
          : super.findTypeName(config, type);
    }

    private static boolean isVariant(Class<?> type) {
      return WireNames.isVariant(type) || (type.isSealed() && type.isInterface());
    }
  }

  /** Names properties as the schema does. */
  static final class WireNaming extends PropertyNamingStrategy {
    private static final long serialVersionUID = 1L;

    @Override
    public String nameForField(MapperConfig<?> config, AnnotatedField field, String name) {
      return name(field.getDeclaringClass(), field.getName(), name);
    }

    @Override
    public String nameForGetterMethod(MapperConfig<?> config, AnnotatedMethod method, String name) {
      return name(method.getDeclaringClass(), method.getName(), name);
    }

    @Override
    public String nameForConstructorParameter(
        MapperConfig<?> config, AnnotatedParameter parameter, String name) {
      return name(parameter.getDeclaringClass(), name, name);
    }

    private static String name(Class<?> owner, String member, String otherwise) {
      var components = owner.getRecordComponents();
      if (components != null) {
        for (var component : components) {
          if (component.getName().equals(member)) {
            return WireNames.of(component);
          }
        }
      }
      return WireNames.snakeCase(otherwise);
    }
  }
}
