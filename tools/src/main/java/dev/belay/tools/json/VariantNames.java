package dev.belay.tools.json;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.belay.tools.schema.WireNames;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/** Records of a sealed type say which one they are. */
final class VariantNames extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  /** Bears what sealed types do not say themselves. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = WireNames.DISCRIMINATOR)
  private interface ByName {}

  // Read from an annotation: what constructs it otherwise is not the same in all 2.x of Jackson's
  // annotations, and frameworks bring their own.
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
