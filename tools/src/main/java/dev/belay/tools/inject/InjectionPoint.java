package dev.belay.tools.inject;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;

/**
 * A parameter that is not the model's to fill.
 *
 * @param tool the tool's name
 * @param parameter the parameter's name in Java
 * @param element bears its annotations
 */
public record InjectionPoint(String tool, String parameter, Type type, AnnotatedElement element) {}
