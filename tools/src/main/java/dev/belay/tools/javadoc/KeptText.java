package dev.belay.tools.javadoc;

import java.util.Optional;
import java.util.stream.Collectors;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * Writes the stored sentences of one class, a property per line, in the format of {@code
 * java.util.Properties}.
 */
final class KeptText {
  private final ProcessingEnvironment environment;
  private final Sentences sentences;
  private final StringBuilder text = new StringBuilder();

  KeptText(ProcessingEnvironment environment, Sentences sentences) {
    this.environment = environment;
    this.sentences = sentences;
  }

  /** {@return the text, the same each time; empty if there is nothing to store} */
  String of(TypeElement type) {
    put(Key.TYPE, sentences.of(type));
    for (var component : type.getRecordComponents()) {
      put(Key.component(name(component)), sentences.ofParameter(type, name(component)));
    }
    for (var field : ElementFilter.fieldsIn(type.getEnclosedElements())) {
      if (field.getKind() == ElementKind.ENUM_CONSTANT) {
        put(Key.constant(field.getSimpleName().toString()), sentences.of(field));
      }
    }
    for (var method : ElementFilter.methodsIn(type.getEnclosedElements())) {
      var signature = signature(method);
      put(Key.method(signature), sentences.of(method));
      for (var parameter : method.getParameters()) {
        var name = parameter.getSimpleName().toString();
        put(Key.parameter(signature, name), sentences.ofParameter(method, name));
      }
    }
    return text.toString();
  }

  private static String name(RecordComponentElement component) {
    return component.getSimpleName().toString();
  }

  private String signature(ExecutableElement method) {
    return method.getParameters().stream()
        .map(VariableElement::asType)
        .map(this::name)
        .collect(Collectors.joining(",", method.getSimpleName() + "(", ")"));
  }

  /** As {@code Class.getTypeName} writes it. */
  private String name(TypeMirror type) {
    return switch (environment.getTypeUtils().erasure(type)) {
      case ArrayType array -> name(array.getComponentType()) + "[]";
      case DeclaredType declared ->
          environment
              .getElementUtils()
              .getBinaryName((TypeElement) declared.asElement())
              .toString();
      case TypeMirror primitive -> primitive.toString();
    };
  }

  private void put(String key, Optional<String> sentence) {
    sentence.ifPresent(
        said -> text.append(key).append('=').append(said.replace("\\", "\\\\")).append('\n'));
  }
}
