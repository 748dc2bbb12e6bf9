package dev.belay.tools.declare;

import dev.belay.tools.annotation.Tool;
import dev.belay.tools.bind.ReaderFactory;
import dev.belay.tools.inject.Injector;
import dev.belay.tools.inject.ProjectPaths;
import dev.belay.tools.inject.Settings;
import dev.belay.tools.inject.Surroundings;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects tools and the values injected into them, and builds the set of tools.
 *
 * <p>For use by one thread.
 */
public final class ToolsBuilder {
  private final List<Declared> declared = new ArrayList<>();
  private final List<Injector> injectors = new ArrayList<>();
  private ProjectPaths paths = ProjectPaths.of(Path.of(""));
  private Settings settings = Settings.of(Map.of());

  /** An object, and the class whose methods are examined. */
  private record Declared(Object tools, Class<?> type) {}

  ToolsBuilder() {}

  /** Adds a {@link DefinedTool}, or all {@code @Tool} methods of {@code tools}. */
  public ToolsBuilder add(Object tools) {
    return add(tools, tools.getClass());
  }

  /**
   * Adds all {@code @Tool} methods of {@code type}, to be called on {@code tools}: a container's
   * proxy overrides the methods of its bean without their annotations.
   */
  public ToolsBuilder add(Object tools, Class<?> type) {
    declared.add(new Declared(tools, type));
    return this;
  }

  /** Adds an injector; the first one that knows a parameter fills it. */
  public ToolsBuilder injector(Injector injector) {
    injectors.add(injector);
    return this;
  }

  /** Sets the project's root; the default is the working directory of this program. */
  public ToolsBuilder root(Path root) {
    return paths(ProjectPaths.of(root));
  }

  /** Sets the project's root and the folders for its tools' files. */
  public ToolsBuilder paths(ProjectPaths of) {
    paths = of;
    return this;
  }

  /** Sets the settings of tools; the default is none. */
  public ToolsBuilder settings(Map<String, String> values) {
    settings = Settings.of(values);
    return this;
  }

  /**
   * Builds the tools.
   *
   * @throws InvalidToolsException with every problem of every tool
   */
  public Tools build() {
    var problems = new Problems();
    var drafts = drafts(problems);
    for (var draft : drafts) {
      new DraftCheck(draft, problems).run();
    }
    new NameCheck(drafts, problems).run();
    var tools = new ArrayList<NativeTool>();
    for (var draft : drafts) {
      if (draft.body() != null) {
        tools.add(draft.tool(draft.body()));
      }
    }
    problems.throwIfAny();
    return new Tools(tools);
  }

  private List<Draft> drafts(Problems problems) {
    var surroundings = new Surroundings(paths, settings, injectors);
    var readers = new ReaderFactory();
    var drafts = new ArrayList<Draft>();
    for (var each : declared) {
      if (each.tools() instanceof DefinedTool defined) {
        drafts.add(defined.draft(readers, problems));
      } else {
        drafts.addAll(annotated(each, surroundings, readers, problems));
      }
    }
    return drafts;
  }

  private static List<Draft> annotated(
      Declared each, Surroundings surroundings, ReaderFactory readers, Problems problems) {
    if (each.tools() instanceof Class<?> type) {
      problems.add(type.getName(), "it is a class: add an object of it, which its tools run on");
      return List.of();
    }
    if (!each.type().isInstance(each.tools())) {
      problems.add(
          each.type().getName(),
          "what was added is no object of it, but a "
              + each.tools().getClass().getName()
              + ": a proxy must extend the class that it stands for");
      return List.of();
    }
    var methods = AnnotatedMethods.of(each.type());
    if (methods.isEmpty()) {
      problems.add(each.type().getName(), "no method of it is a @Tool");
    }
    var drafts = new ArrayList<Draft>();
    for (var method : methods) {
      drafts.add(new MethodDraft(each.tools(), method, problems).make(surroundings, readers));
    }
    return drafts;
  }

  /** Finds a class's tool methods, inherited ones included. */
  static final class AnnotatedMethods {
    /** Not made with {@code Comparator.comparing}, whose lambdas an AOT cache does not keep. */
    private static final Comparator<Method> BY_NAME =
        (one, other) -> {
          int names = one.getName().compareTo(other.getName());
          return names != 0 ? names : one.toGenericString().compareTo(other.toGenericString());
        };

    private AnnotatedMethods() {}

    /**
     * {@return the methods, the class's own first, ordered by name: a class file has no order of
     * methods}
     */
    static List<Method> of(Class<?> type) {
      var tools = new ArrayList<Method>();
      var seen = new HashSet<String>();
      for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
        var declared = at.getDeclaredMethods();
        Arrays.sort(declared, BY_NAME);
        for (var method : declared) {
          // An overriding method replaces the overridden one, with or without an annotation.
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

  /** Finds tools that share a name. */
  static final class NameCheck {
    private final List<Draft> drafts;
    private final Problems problems;

    /** Names and aliases with the index of their tool. */
    private final Map<String, Integer> taken = new HashMap<>();

    NameCheck(List<Draft> drafts, Problems problems) {
      this.drafts = drafts;
      this.problems = problems;
    }

    void run() {
      for (int i = 0; i < drafts.size(); i++) {
        var name = drafts.get(i).name();
        tell(taken.putIfAbsent(name, i), i, name);
      }
      for (int i = 0; i < drafts.size(); i++) {
        var draft = drafts.get(i);
        var alias = draft.category() + "." + draft.name();
        @Nullable Integer before = taken.putIfAbsent(alias, i);
        // Tools with the same name share their aliases too: reported once.
        if (before != null && !drafts.get(before).name().equals(draft.name())) {
          tell(before, i, alias);
        }
      }
    }

    private void tell(@Nullable Integer before, int draft, String name) {
      if (before != null && before != draft) {
        var other = drafts.get(before).where();
        problems.add(
            drafts.get(draft).where(), name + " is also what calls " + other + ": rename one");
      }
    }
  }
}
