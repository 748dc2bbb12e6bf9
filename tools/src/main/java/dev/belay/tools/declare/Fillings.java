package dev.belay.tools.declare;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.bind.ReaderFactory;
import dev.belay.tools.bind.Slots;
import dev.belay.tools.bind.UnbindableException;
import dev.belay.tools.inject.CallHandles;
import dev.belay.tools.inject.InjectionPoint;
import dev.belay.tools.inject.ProjectPaths;
import dev.belay.tools.inject.Settings;
import dev.belay.tools.inject.Surroundings;
import dev.belay.tools.javadoc.KeptJavadoc;
import dev.belay.tools.schema.ArgumentSpec;
import dev.belay.tools.schema.WireNames;
import java.io.File;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decides the source of each parameter of a method. */
final class Fillings {
  private final Method method;
  private final Tool tool;
  private final String name;
  private final Surroundings surroundings;
  private final ReaderFactory readers;
  private final Problems problems;
  private final OwnSettings settings;
  private final ProjectRoot root;

  Fillings(
      Method method,
      String name,
      Surroundings surroundings,
      ReaderFactory readers,
      Problems problems) {
    this.method = method;
    this.tool = method.getAnnotation(Tool.class);
    this.name = name;
    this.surroundings = surroundings;
    this.readers = readers;
    this.problems = problems;
    this.settings = new OwnSettings(tool.injectSettings(), surroundings.settings());
    this.root = new ProjectRoot(tool.injectRoot(), surroundings.paths().root());
  }

  /** {@return the sources in order; fewer than the parameters if something is wrong} */
  List<Filling> all() {
    var fillings = new ArrayList<Filling>();
    for (var parameter : method.getParameters()) {
      try {
        fillings.add(of(parameter));
      } catch (UnbindableException | UnfillableException e) {
        problems.add(where(parameter), String.valueOf(e.getMessage()));
      }
    }
    var where = MethodDraft.where(method);
    for (var what : Stream.concat(root.leftOver(), settings.leftOver()).toList()) {
      problems.add(where, what);
    }
    return fillings;
  }

  private Filling of(Parameter parameter) {
    if (parameter.isVarArgs()) {
      return new Filling.Fixed(Array.newInstance(parameter.getType().getComponentType(), 0));
    }
    var injected = injected(parameter);
    if (injected.isPresent()) {
      return injected.get();
    }
    checkNamed(parameter);
    var slot = Slots.of(WireNames.of(parameter), parameter, readers);
    var json = slot.whenAbsent() == null ? null : slot.whenAbsent().json();
    var spec =
        new ArgumentSpec(
            slot.name(),
            parameter.getParameterizedType(),
            parameter,
            description(parameter),
            slot.required(),
            json,
            header(parameter));
    return new Filling.Argument(spec, slot);
  }

  private Optional<Filling> injected(Parameter parameter) {
    var handle = CallHandles.of(parameter.getType());
    if (handle.isPresent()) {
      return Optional.of(new Filling.Injected(handle.get()));
    }
    var fixed = root.of(parameter);
    if (fixed.isEmpty()) {
      fixed = settings.of(parameter);
    }
    return fixed.isPresent() ? fixed : autowired(parameter);
  }

  private Optional<Filling> autowired(Parameter parameter) {
    var type = parameter.getType();
    if (!tool.autowire()) {
      if (type == Settings.class || type == ProjectPaths.class) {
        throw new UnfillableException("nothing fills it, as autowire is false");
      }
      return Optional.empty();
    }
    // An explicit argument belongs to the model; injectors must not take it.
    if (parameter.isAnnotationPresent(Arg.class)) {
      return Optional.empty();
    }
    var point = new InjectionPoint(name, parameter);
    var source = surroundings.find(point, settings.visible());
    return source.isEmpty() ? Optional.empty() : Optional.of(new Filling.Injected(source.get()));
  }

  private static void checkNamed(Parameter parameter) {
    var arg = parameter.getAnnotation(Arg.class);
    if (!parameter.isNamePresent() && (arg == null || arg.name().isEmpty())) {
      throw new UnfillableException(
          "its name is not in the class file: compile with -parameters, or say @Arg(name)");
    }
  }

  private static @Nullable String header(Parameter parameter) {
    var arg = parameter.getAnnotation(Arg.class);
    return arg == null || arg.header().isEmpty() ? null : arg.header();
  }

  private static @Nullable String description(Parameter parameter) {
    var arg = parameter.getAnnotation(Arg.class);
    if (arg != null && !arg.description().isEmpty()) {
      return arg.description();
    }
    var own = KeptJavadoc.of(parameter);
    return (own.isPresent() ? own : KeptJavadoc.of(parameter.getType())).orElse(null);
  }

  private String where(Parameter parameter) {
    return MethodDraft.where(method) + ", parameter " + parameter.getName();
  }

  /** Fills the parameter {@code project_root} of a tool that asks for it (S4-59, S4-76). */
  static final class ProjectRoot {
    private static final String NAME = "project_root";

    private final boolean wanted;
    private final Path root;
    private int given;

    ProjectRoot(boolean wanted, Path root) {
      this.wanted = wanted;
      this.root = root;
    }

    Optional<Filling> of(Parameter parameter) {
      if (!wanted || !WireNames.of(parameter).equals(NAME)) {
        return Optional.empty();
      }
      given++;
      return Optional.of(new Filling.Fixed(as(parameter.getType())));
    }

    private Object as(Class<?> type) {
      if (type == Path.class) {
        return root;
      }
      if (type == String.class) {
        return root.toString();
      }
      if (type == File.class) {
        return root.toFile();
      }
      if (type == URI.class) {
        return root.toUri();
      }
      throw new UnfillableException("a project's root is a Path, a File, a URI or a String");
    }

    Stream<String> leftOver() {
      if (wanted && given == 0) {
        return Stream.of("injectRoot finds no parameter projectRoot: add one, or take it away");
      }
      return given > 1 ? Stream.of("two roots are injected: keep one of them") : Stream.empty();
    }
  }

  /** Fills the parameters named by a tool's {@code injectSettings} (S4-60). */
  static final class OwnSettings {
    private final Set<String> keys;
    private final Settings all;
    private final Set<String> unused;
    private boolean viewed;

    OwnSettings(String[] keys, Settings all) {
      this.keys = new LinkedHashSet<>(Stream.of(keys).toList());
      this.all = all;
      this.unused = new LinkedHashSet<>(this.keys);
    }

    /** {@return the tool's {@code Settings}: all of them if it names none} */
    Settings visible() {
      return keys.isEmpty() ? all : all.only(keys);
    }

    Optional<Filling> of(Parameter parameter) {
      if (keys.isEmpty()) {
        return Optional.empty();
      }
      viewed |= parameter.getType() == Settings.class;
      var name = WireNames.of(parameter);
      return keys.stream()
          .filter(key -> WireNames.snakeCase(key.replaceAll("[^A-Za-z0-9]", "_")).equals(name))
          .findFirst()
          .map(key -> value(key, parameter));
    }

    private Filling value(String key, Parameter parameter) {
      unused.remove(key);
      if (parameter.getType() != String.class) {
        throw new UnfillableException("the setting " + key + " is a String");
      }
      // A missing setting is reported below.
      return new Filling.Fixed(all.find(key).orElse(""));
    }

    Stream<String> leftOver() {
      if (keys.isEmpty()) {
        return Stream.empty();
      }
      return Stream.concat(
          keys.stream()
              .filter(key -> all.find(key).isEmpty())
              .map(key -> "the setting " + key + " is not set: the tool cannot work without it"),
          unused.stream()
              .filter(_ -> !viewed)
              .map(key -> "injectSettings finds no parameter for " + key + ", and no Settings"));
    }
  }
}
