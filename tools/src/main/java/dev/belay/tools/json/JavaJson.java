package dev.belay.tools.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.belay.tools.schema.WireNames;
import java.io.OutputStream;
import java.nio.file.Path;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * Writes any value of Java as JSON, by the same rules as schemas are made: names in snake case,
 * variants of sealed types by name, times in ISO 8601, and nothing for null and empty {@code
 * Optional}s.
 *
 * <p>Loads databind when it is first used. Safe for use by many threads.
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
   * Writes {@code value} to {@code out}, which it does not close.
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
    module.addSerializer(Path.class, ToStringSerializer.instance);
    module.addSerializer(Enum.class, new EnumName(false));
    module.addKeySerializer(Enum.class, new EnumName(true));
    return module;
  }

  /** Constants are called as in the schema. */
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
}
