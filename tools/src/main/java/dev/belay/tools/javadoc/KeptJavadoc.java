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
 * Reads the first sentences that {@link JavadocProcessor} kept when a class was compiled.
 *
 * <p>They stand in {@code META-INF/belay/javadoc}, under the class's binary name: what is there is
 * never closed off by the class's module, as what stands beside the class may be.
 */
public final class KeptJavadoc {
  static final String FOLDER = "META-INF/belay/javadoc/";

  /** One reading for each class, for as long as the class is there. */
  private static final ClassValue<Properties> KEPT =
      new ClassValue<>() {
        @Override
        protected Properties computeValue(Class<?> type) {
          return load(type);
        }
      };

  private KeptJavadoc() {}

  /**
   * {@return what a record, an enum or a sealed type is for; empty if it does not say, or nobody
   * kept it}
   */
  public static Optional<String> of(Class<?> type) {
    // Of no others is anything kept, and looking takes time when a server starts.
    return type.isRecord() || type.isEnum() || type.isSealed()
        ? find(type, Key.TYPE)
        : Optional.empty();
  }

  /** {@return what a method does} */
  public static Optional<String> of(Method method) {
    return find(method.getDeclaringClass(), Key.method(signature(method)));
  }

  /** {@return what a parameter of a method is for} */
  public static Optional<String> of(Parameter parameter) {
    return parameter.getDeclaringExecutable() instanceof Method method
        ? find(method.getDeclaringClass(), Key.parameter(signature(method), parameter.getName()))
        : Optional.empty();
  }

  /** {@return what a component of a record is for} */
  public static Optional<String> of(RecordComponent component) {
    return find(component.getDeclaringRecord(), Key.component(component.getName()));
  }

  /** {@return what a constant of an enum means} */
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
