package dev.belay.tools.inject;

import java.lang.reflect.Parameter;
import java.lang.reflect.Type;

/**
 * A parameter that is not an argument.
 *
 * @param tool the tool's name
 * @param parameter of the tool's method, with its name, its annotations and its place
 */
public record InjectionPoint(String tool, Parameter parameter) {
  /** {@return the type of the parameter, with its type arguments} */
  public Type type() {
    return parameter.getParameterizedType();
  }
}
