package dev.belay.tools.javadoc;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Properties;
import java.util.StringJoiner;

/**
 * Reads the first sentences that {@link JavadocProcessor} stored when a class was compiled.
 *
 * <p>They are in {@code META-INF/belay/javadoc}, under the class's binary name: a module does not
 * encapsulate that folder, as it may the folder of the class.
 */
public final class KeptJavadoc {
  static final String FOLDER = "META-INF/belay/javadoc/";

  /** One reading per class, for the lifetime of the class. */
  private static final ClassValue<Properties> KEPT =
      new ClassValue<>() {
        @Override
        protected Properties computeValue(Class<?> type) {
          return load(type);
        }
      };

  private KeptJavadoc() {}

  /** {@return the description of a record, an enum or a sealed type; empty if none is stored} */
  public static Optional<String> of(Class<?> type) {
    // Other types have none stored, and a lookup slows a server's start.
    return type.isRecord() || type.isEnum() || type.isSealed()
        ? find(type, Key.TYPE)
        : Optional.empty();
  }

  /** {@return the description of a method} */
  public static Optional<String> of(Method method) {
    return find(method.getDeclaringClass(), Key.method(signature(method)));
  }

  /** {@return the description of a parameter of a method} */
  public static Optional<String> of(Parameter parameter) {
    return parameter.getDeclaringExecutable() instanceof Method method
        ? find(method.getDeclaringClass(), Key.parameter(signature(method), parameter.getName()))
        : Optional.empty();
  }

  /** {@return the description of a component of a record} */
  public static Optional<String> of(RecordComponent component) {
    return find(component.getDeclaringRecord(), Key.component(component.getName()));
  }

  /** {@return the description of a constant of an enum} */
  public static Optional<String> of(Enum<?> constant) {
    return find(constant.getDeclaringClass(), Key.constant(constant.name()));
  }

  private static Optional<String> find(Class<?> type, String key) {
    return Optional.ofNullable(KEPT.get(type).getProperty(key));
  }

  private static String signature(Method method) {
    var types = new StringJoiner(",", method.getName() + "(", ")");
    for (var type : method.getParameterTypes()) {
      types.add(type.getTypeName());
    }
    return types.toString();
  }

  private static Properties load(Class<?> type) {
    var kept = new Properties();
    try (var in = type.getModule().getResourceAsStream(FOLDER + type.getName())) {
      if (in != null) {
        kept.load(new InputStreamReader(in, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The kept Javadoc of " + type + " cannot be read.", e);
    }
    return kept;
  }
}
