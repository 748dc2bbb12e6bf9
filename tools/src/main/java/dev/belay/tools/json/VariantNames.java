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

  private static final JsonTypeInfo.Value BY_NAME =
      JsonTypeInfo.Value.construct(
          JsonTypeInfo.Id.NAME,
          JsonTypeInfo.As.PROPERTY,
          WireNames.DISCRIMINATOR,
          /* defaultImpl= */ null,
          /* idVisible= */ false,
          /* requireTypeIdForSubtypes= */ null,
          /* writeTypeIdForDefaultImpl= */ null);

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
