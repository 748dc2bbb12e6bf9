package dev.belay.tools.declare;

import dev.belay.tools.annotation.Tool;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/** Finds the methods of a class that are tools, those that it inherits too. */
final class AnnotatedMethods {
  private AnnotatedMethods() {}

  /** {@return them, the class's own first, by name: a class file keeps no order of methods} */
  static List<Method> of(Class<?> type) {
    var tools = new ArrayList<Method>();
    var seen = new HashSet<String>();
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      var declared = at.getDeclaredMethods();
      Arrays.sort(
          declared, Comparator.comparing(Method::getName).thenComparing(Method::toGenericString));
      for (var method : declared) {
        // An overriding method speaks for the one that it overrides, also by saying nothing.
        if (!method.isBridge()
            && seen.add(signature(method))
            && method.isAnnotationPresent(Tool.class)) {
          tools.add(method);
        }
      }
    }
    return tools;
  }

  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }
}
