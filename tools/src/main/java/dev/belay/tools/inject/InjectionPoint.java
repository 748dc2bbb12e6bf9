package dev.belay.tools.inject;

import java.lang.reflect.Parameter;
import java.lang.reflect.Type;

/**
 * A parameter that is not the model's to fill.
 *
 * @param tool the tool's name
 * @param parameter of the tool's method: bears its name, its annotations, and where it stands
 */
public record InjectionPoint(String tool, Parameter parameter) {
  /** {@return the type of what it wants, with its type arguments} */
  public Type type() {
    return parameter.getParameterizedType();
  }
}
