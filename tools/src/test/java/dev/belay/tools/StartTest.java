package dev.belay.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Declaring tools loads nothing that only listing and calling them needs")
@Tag("process")
final class StartTest {
  private static final List<String> HEAVY =
      List.of(
          "com.github.victools.",
          "com.networknt.",
          "tools.jackson.databind.",
          "org.slf4j.",
          "com.github.benmanes.caffeine.");

  @TempDir Path directory;

  @Test
  void declaringLoadsNoneOfThem() throws IOException, InterruptedException {
    assertThat(heavyClasses(List.of())).isEmpty();
  }

  @Test
  @DisplayName("Calling does, and a program without logging prints nothing about that")
  void callingDoes() throws IOException, InterruptedException {
    assertThat(heavyClasses(List.of("call")))
        .anyMatch(line -> line.contains("com.networknt."))
        .anyMatch(line -> line.contains("com.github.victools."));
  }

  private List<String> heavyClasses(List<String> arguments)
      throws IOException, InterruptedException {
    var log = directory.resolve("classes.log");
    assertThat(run(List.of("-Xshare:off", "-Xlog:class+load:file=" + log), arguments)).isEmpty();
    return Files.readAllLines(log).stream()
        .filter(line -> HEAVY.stream().anyMatch(line::contains))
        .toList();
  }

  private static String run(List<String> options, List<String> arguments)
      throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(StartMain.command(options, arguments)).redirectErrorStream(true).start();
    try {
      var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(printed).isZero();
      return printed;
    } finally {
      process.destroyForcibly();
    }
  }
}
