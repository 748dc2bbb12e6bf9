package dev.belay.tools;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.check.ArgumentBounds;
import dev.belay.tools.check.ArgumentCheck;
import dev.belay.tools.result.Normalizer;
import dev.belay.tools.result.ResultBounds;
import dev.belay.tools.result.ResultVersion;
import dev.belay.tools.result.ResultWriter;
import dev.belay.tools.schema.ArgumentSchema;
import dev.belay.tools.schema.ArgumentSpec;
import dev.belay.tools.schema.OutputSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** A program with one tool, which it declares, and lists and calls on request. */
public final class StartMain {
  record Found(String file) {}

  private StartMain() {}

  static void search(@Arg(description = "what") String query) {}

  public static void main(String[] args) throws Exception {
    var parameter = StartMain.class.getDeclaredMethod("search", String.class).getParameters()[0];
    var input =
        ArgumentSchema.of(
            List.of(new ArgumentSpec("query", String.class, parameter, "what", true, null)));
    var output = Objects.requireNonNull(OutputSchema.of(Found.class));
    var check = ArgumentCheck.of(input, ArgumentBounds.DEFAULTS);
    var results = new Normalizer(ResultBounds.DEFAULTS, output);
    if (args.length > 0) {
      input.bytes();
      output.bytes();
      check.check("{\"query\":1}".getBytes(StandardCharsets.UTF_8));
      ResultWriter.write(results.of(new Found("x")), ResultVersion.V2);
    }
  }

  /** {@return the command line of this JVM for a run of this program} */
  static List<String> command(List<String> options, List<String> arguments) {
    var all = new ArrayList<String>();
    all.add(ProcessHandle.current().info().command().orElse("java"));
    all.addAll(options);
    all.addAll(List.of("-cp", classPath(), StartMain.class.getName()));
    all.addAll(arguments);
    return all;
  }

  /** Under test our own classes are on the module path, or on the class path in an IDE. */
  private static String classPath() {
    Set<String> paths = new TreeSet<>();
    for (var property : List.of("java.class.path", "jdk.module.path")) {
      paths.addAll(List.of(System.getProperty(property, "").split(":", -1)));
    }
    for (var type : List.of(StartMain.class, OutputSchema.class)) {
      paths.add(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }
    paths.add("target/test-classes");
    paths.remove("");
    return String.join(":", paths);
  }
}
