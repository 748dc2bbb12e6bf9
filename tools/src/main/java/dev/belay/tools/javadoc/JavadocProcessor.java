package dev.belay.tools.javadoc;

import com.sun.source.util.DocTrees;
import dev.belay.tools.annotation.Tool;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Stores the first sentences of the Javadoc of tools, of their classes, and of the types in their
 * signatures, in the class path (S4-49, S4-52).
 *
 * <p>Runs in javac with {@code -processorpath} or {@code -proc:full}; another compiler stores none,
 * with a warning.
 */
public final class JavadocProcessor extends AbstractProcessor {
  private final Set<String> written = new LinkedHashSet<>();

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of(Tool.class.getName());
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    var tools = ElementFilter.methodsIn(round.getElementsAnnotatedWith(Tool.class));
    if (!tools.isEmpty()) {
      var trees = trees();
      if (trees != null) {
        var sentences = new Sentences(trees);
        tools.stream().filter(tool -> isUndescribed(tool, sentences)).forEach(this::warn);
        keep(tools, sentences);
      }
    }
    // Other processors may handle the annotation too.
    return false;
  }

  private static boolean isUndescribed(ExecutableElement tool, Sentences sentences) {
    return tool.getAnnotation(Tool.class).description().isBlank() && sentences.of(tool).isEmpty();
  }

  private void warn(ExecutableElement tool) {
    var text =
        "The tool method "
            + tool.getSimpleName()
            + " has no description: write Javadoc or @Tool(description), by which a model chooses.";
    processingEnv.getMessager().printMessage(Kind.WARNING, text, tool);
  }

  private @Nullable DocTrees trees() {
    try {
      return DocTrees.instance(processingEnv);
    } catch (IllegalArgumentException _) {
      processingEnv
          .getMessager()
          .printMessage(Kind.NOTE, "Only javac keeps the Javadoc of tools: write descriptions.");
      return null;
    }
  }

  private void keep(Set<ExecutableElement> tools, Sentences sentences) {
    for (var type : new ToolTypes().of(tools)) {
      var name = processingEnv.getElementUtils().getBinaryName(type).toString();
      if (written.add(name)) {
        write(new KeptText(processingEnv, sentences).of(type), name, type);
      }
    }
  }

  private void write(String text, String name, TypeElement type) {
    if (text.isEmpty()) {
      return;
    }
    try (var out = ResourceFile.create(processingEnv.getFiler(), name, type)) {
      out.write(text);
    } catch (IOException e) {
      processingEnv
          .getMessager()
          .printMessage(Kind.ERROR, "The Javadoc of " + name + " cannot be kept: " + e, type);
    }
  }
}
