package dev.belay.tools.javadoc;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;

/** Finds the types whose Javadoc describes tools. */
final class ToolTypes {
  private final Set<TypeElement> found = new LinkedHashSet<>();

  /** {@return the classes of these tools, and all types reachable from their signatures} */
  Set<TypeElement> of(Collection<ExecutableElement> tools) {
    for (var tool : tools) {
      found.add((TypeElement) tool.getEnclosingElement());
      tool.getParameters().stream().map(VariableElement::asType).forEach(this::add);
      add(tool.getReturnType());
    }
    return found;
  }

  private void add(TypeMirror type) {
    if (type instanceof ArrayType array) {
      add(array.getComponentType());
    } else if (type instanceof WildcardType some && some.getExtendsBound() != null) {
      add(some.getExtendsBound());
    } else if (type instanceof DeclaredType declared) {
      declared.getTypeArguments().forEach(this::add);
      if (declared.asElement() instanceof TypeElement element && isOurs(element)) {
        add(element);
      }
    }
  }

  private void add(TypeElement element) {
    if (found.add(element)) {
      element.getRecordComponents().forEach(component -> add(component.asType()));
      element.getPermittedSubclasses().forEach(this::add);
    }
  }

  /** Returns whether the type becomes an object or a choice in JSON. */
  private static boolean isOurs(TypeElement element) {
    return element.getKind() == ElementKind.RECORD
        || element.getKind() == ElementKind.ENUM
        || !element.getPermittedSubclasses().isEmpty();
  }
}
