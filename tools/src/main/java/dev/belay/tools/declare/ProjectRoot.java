package dev.belay.tools.declare;

import dev.belay.tools.schema.WireNames;
import java.io.File;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Fills the parameter {@code project_root} of a tool that asks for it (S4-59, S4-76). */
final class ProjectRoot {
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
