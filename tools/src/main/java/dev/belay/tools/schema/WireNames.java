package dev.belay.tools.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.belay.tools.annotation.Arg;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;

/**
 * Names of Java elements in JSON: the same in schemas, in arguments and in messages.
 *
 * <p>Names are in snake case, as models write them, unless {@link Arg} sets one.
 */
public final class WireNames {
  /** The property that selects the record of a sealed type. */
  public static final String DISCRIMINATOR = "type";

  private WireNames() {}

  /** {@return the argument of this parameter} */
  public static String of(Parameter parameter) {
    return said(parameter, snakeCase(parameter.getName()));
  }

  /** {@return the property of this component} */
  public static String of(RecordComponent component) {
    return said(component, snakeCase(component.getName()));
  }

  /**
   * {@return the string of this constant: the name set by {@link Arg} or {@link JsonProperty}, else
   * its own}
   */
  public static String of(Enum<?> constant) {
    try {
      var field = constant.getDeclaringClass().getField(constant.name());
      var json = field.getAnnotation(JsonProperty.class);
      return said(field, json == null || json.value().isEmpty() ? constant.name() : json.value());
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("An enum without a field for " + constant, e);
    }
  }

  /** {@return the value of {@link #DISCRIMINATOR} for this record of a sealed type} */
  public static String of(Class<?> variant) {
    return snakeCase(variant.getSimpleName());
  }

  /** {@return whether JSON must name this record, one of several of a sealed type} */
  public static boolean isVariant(Class<?> type) {
    if (type.isRecord()) {
      for (var parent : type.getInterfaces()) {
        if (parent.isSealed()) {
          return true;
        }
      }
    }
    return false;
  }

  /** {@return a Java name with small letters and underscores: {@code maxResults} → max_results} */
  public static String snakeCase(String java) {
    var snake = new StringBuilder(java.length() + 4);
    for (int i = 0; i < java.length(); i++) {
      if (i > 0 && beginsWord(java, i)) {
        snake.append('_');
      }
      snake.append(Character.toLowerCase(java.charAt(i)));
    }
    return snake.toString();
  }

  /**
   * Returns whether a capital starts a word, since it follows a small letter or is the last of
   * several: in parseURLOf, U, O.
   */
  private static boolean beginsWord(String java, int at) {
    if (!Character.isUpperCase(java.charAt(at))) {
      return false;
    }
    char before = java.charAt(at - 1);
    return Character.isLowerCase(before)
        || Character.isDigit(before)
        || (Character.isUpperCase(before)
            && at + 1 < java.length()
            && Character.isLowerCase(java.charAt(at + 1)));
  }

  private static String said(AnnotatedElement element, String otherwise) {
    var arg = element.getAnnotation(Arg.class);
    return arg == null || arg.name().isEmpty() ? otherwise : arg.name();
  }
}
