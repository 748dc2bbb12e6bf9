package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The golden file has the sources beside what is said about them. {@code -Dbelay.golden=write}
 * rewrites what is said.
 */
@DisplayName("Each way of getting the configuration wrong is told as in the golden file (J20)")
class FindingsGoldenTest {
  private static final Path FILE = Path.of("src/test/golden/findings.txt");
  private static final String SAID = "=> ";

  @TempDir Path directory;

  static Stream<Named<String>> groups() throws IOException {
    return Pattern.compile("\n\n(?=### )")
        .splitAsStream(Files.readString(FILE).stripTrailing())
        .map(text -> Named.of(text.lines().findFirst().orElseThrow(), text));
  }

  @ParameterizedTest
  @MethodSource("groups")
  void itIsTold(String golden) throws IOException {
    var scenes = new ArrayList<String>();
    for (var scene : golden.split("\n\n", -1)) {
      scenes.add(withFindings(scene));
    }
    var now = String.join("\n\n", scenes);
    if ("write".equals(System.getProperty("belay.golden"))) {
      Files.writeString(FILE, Files.readString(FILE).replace(golden, now));
    } else {
      assertThat(now).as("-Dbelay.golden=write writes this").isEqualTo(golden);
    }
  }

  private String withFindings(String golden) throws IOException {
    var lines = new ArrayList<>(golden.lines().filter(line -> !line.startsWith(SAID)).toList());
    var inside = Files.createTempDirectory(directory, "scene");
    var scene = new Scene(inside);
    var file = inside.resolve("belay.yaml");
    for (var line : lines) {
      var words = line.split(" ", 3);
      switch (words[0]) {
        case "###" -> {}
        case "file" -> file = inside.resolve(words[1]);
        case "client" -> {
          file = Files.createFile(inside.resolve(words[1]));
          scene.clientFile(file);
        }
        case "|" ->
            Files.writeString(
                file,
                line.substring(2) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        case "wrap" -> scene.wrap();
        case "--url" -> scene.atUrl(words[2]);
        case "--config" -> scene.file(inside.resolve(words[1]));
        case "--mcp-config" -> scene.clientFile(inside.resolve(words[1]));
        case "--server" -> scene.needing(words[1]);
        default -> {
          if (line.startsWith("--")) {
            scene.flag(words[0], words[1], words[2].translateEscapes());
          } else {
            var variable = line.split("=", 2);
            scene.environment(variable[0], variable[1].translateEscapes());
          }
        }
      }
    }
    scene.errors().forEach(error -> lines.add(SAID + "error: " + error));
    scene.warnings().forEach(warning -> lines.add(SAID + "warning: " + warning));
    if (scene.load() instanceof Loaded.Good(var settings, _)) {
      var servers = String.join(", ", settings.servers().keySet());
      lines.add(SAID + (servers.isEmpty() ? "good" : "good, with " + servers));
    }
    return String.join("\n", lines);
  }
}
