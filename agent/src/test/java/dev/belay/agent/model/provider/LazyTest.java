package dev.belay.agent.model.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A program that asks no provider loads no HTTP client")
@Tag("process")
final class LazyTest {
  private static final List<String> HEAVY =
      List.of(" com.fasterxml.jackson.", " java.net.http.", " org.slf4j.");

  @TempDir Path directory;

  @Test
  void scriptsLoadNoneOfThem() throws IOException, InterruptedException, URISyntaxException {
    assertThat(heavyClasses(List.of())).isEmpty();
  }

  @Test
  @DisplayName("Asking one does, and nothing else: no second JSON library, no logging")
  void providersDo() throws IOException, InterruptedException, URISyntaxException {
    try (var standIn = StandIn.streaming(Shape.OPENAI, "text")) {
      assertThat(heavyClasses(List.of(standIn.url())))
          .isNotEmpty()
          .allMatch(line ->
              line.startsWith(" java.net.http.")
                  // Jackson 3 takes its annotations from Jackson 2.
                  || line.startsWith(" com.fasterxml.jackson.annotation."));
    }
  }

  private List<String> heavyClasses(List<String> arguments)
      throws IOException, InterruptedException, URISyntaxException {
    var log = directory.resolve("classes.log");
    assertThat(run(log, arguments)).isEmpty();
    return Files.readAllLines(log).stream()
        .map(line -> line.replaceFirst("^(\\[[^]]*])*", ""))
        .filter(line -> HEAVY.stream().anyMatch(line::startsWith))
        .toList();
  }

  private static String run(Path log, List<String> arguments)
      throws IOException, InterruptedException, URISyntaxException {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-Xshare:off", "-Xlog:class+load:file=" + log, "-cp", classPath()));
    command.add(LazyMain.class.getName());
    command.addAll(arguments);
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(printed).isZero();
      return printed;
    } finally {
      process.destroyForcibly();
    }
  }

  /** Under test our own classes are on the module path, or on the class path in an IDE. */
  private static String classPath() throws URISyntaxException {
    Set<String> paths = new TreeSet<>();
    for (var property : List.of("java.class.path", "jdk.module.path")) {
      paths.addAll(List.of(System.getProperty(property, "").split(":", -1)));
    }
    for (var type : List.of(LazyMain.class, Models.class)) {
      var place = type.getProtectionDomain().getCodeSource().getLocation();
      paths.add(Path.of(place.toURI()).toString());
    }
    paths.add("target/test-classes");
    paths.remove("");
    return String.join(":", paths);
  }
}
