package dev.belay.tools.schema;

import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Negative;
import jakarta.validation.constraints.NegativeOrZero;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Annotation;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Translates one constraint of Jakarta Validation into keywords; skips those without an equivalent
 * in JSON Schema.
 */
final class JakartaConstraint {
  private JakartaConstraint() {}

  static void add(Annotation constraint, ObjectNode schema, Class<?> type) {
    switch (constraint) {
      case Min least -> schema.put("minimum", least.value());
      case Max most -> schema.put("maximum", most.value());
      case DecimalMin least ->
          schema.put(
              least.inclusive() ? "minimum" : "exclusiveMinimum", new BigDecimal(least.value()));
      case DecimalMax most ->
          schema.put(
              most.inclusive() ? "maximum" : "exclusiveMaximum", new BigDecimal(most.value()));
      case Positive _ -> schema.put("exclusiveMinimum", 0);
      case PositiveOrZero _ -> schema.put("minimum", 0);
      case Negative _ -> schema.put("exclusiveMaximum", 0);
      case NegativeOrZero _ -> schema.put("maximum", 0);
      case NotEmpty _ -> size(schema, type, 1, Integer.MAX_VALUE);
      case NotBlank _ -> schema.put("minLength", 1).put("pattern", "\\S");
      case Size size -> size(schema, type, size.min(), size.max());
      case Pattern pattern -> schema.put("pattern", "^(?:" + pattern.regexp() + ")$");
      case Email _ -> schema.put("format", "email");
      default -> {}
    }
  }

  private static void size(ObjectNode schema, Class<?> type, int least, int most) {
    String what;
    if (CharSequence.class.isAssignableFrom(type)) {
      what = "Length";
    } else if (type.isArray() || Collection.class.isAssignableFrom(type)) {
      what = "Items";
    } else if (Map.class.isAssignableFrom(type)) {
      what = "Properties";
    } else {
      return;
    }
    if (least > 0) {
      schema.put("min" + what, least);
    }
    if (most < Integer.MAX_VALUE) {
      schema.put("max" + what, most);
    }
  }
}
