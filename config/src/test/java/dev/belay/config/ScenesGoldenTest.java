package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.EffectiveLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The golden files have the sources, and questions about them, beside what is said. {@code
 * -Dbelay.golden=write} rewrites what is said.
 *
 * <p>A line {@code | TEXT} belongs to belay.yaml, or to the file that the last {@code file NAME} or
 * {@code client NAME} named. {@code NAME=VALUE} sets a variable, {@code --option KEY VALUE} an
 * option, {@code wrap} wraps a server. {@code ? QUESTION} asks for limits, lane, rate, job, join,
 * restart, approval, jobs, value, or keys by a glob.
 */
@DisplayName(
    "Files, variables and options give the settings and findings of the golden files (J20)")
class ScenesGoldenTest {
  private static final Path FOLDER = Path.of("src/test/golden");
  private static final String SAID = "=> ";

  @TempDir Path directory;

  static Stream<Arguments> groups() throws IOException {
    var groups = new ArrayList<Arguments>();
    for (var name : List.of("findings.txt", "answers.txt")) {
      var file = FOLDER.resolve(name);
      for (var text : Pattern.compile("\n\n(?=### )").split(Files.readString(file).strip())) {
        groups.add(Arguments.of(file, Named.of(text.lines().findFirst().orElseThrow(), text)));
      }
    }
    return groups.stream();
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("groups")
  void itIsTold(Path file, String golden) throws IOException {
    var scenes = new ArrayList<String>();
    for (var scene : golden.split("\n\n", -1)) {
      scenes.add(withWhatIsSaid(scene));
    }
    var now = String.join("\n\n", scenes);
    if ("write".equals(System.getProperty("belay.golden"))) {
      Files.writeString(file, Files.readString(file).replace(golden, now));
    } else {
      assertThat(now).as("-Dbelay.golden=write writes this").isEqualTo(golden);
    }
  }

  private String withWhatIsSaid(String golden) throws IOException {
    var lines = golden.lines().filter(line -> !line.startsWith(SAID)).toList();
    var inside = Files.createTempDirectory(directory, "scene");
    var scene = new Scene(inside);
    var file = inside.resolve("belay.yaml");
    for (var line : lines) {
      var words = line.split(" ", 3);
      switch (words[0]) {
        case "###", "?" -> {}
        case "file" -> file = inside.resolve(words[1]);
        case "client" -> {
          file = inside.resolve(words[1]);
          Files.createDirectories(Objects.requireNonNull(file.getParent()));
          scene.clientFile(Files.createFile(file));
        }
        case "|" ->
            Files.writeString(
                file,
                line.substring(Math.min(2, line.length())) + "\n",
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
    var told = new ArrayList<String>();
    for (var line : lines) {
      told.add(line);
      if (line.startsWith("? ")) {
        answers(scene.settings(), List.of(line.substring(2).split(" ", -1)))
            .forEach(answer -> told.add(SAID + answer.replace(inside.toString(), "DIRECTORY")));
      }
    }
    scene.errors().forEach(error -> told.add(SAID + "error: " + error));
    scene.warnings().forEach(warning -> told.add(SAID + "warning: " + warning));
    if (scene.load() instanceof Loaded.Good(var settings, _)) {
      var servers = String.join(", ", settings.servers().keySet());
      told.add(SAID + (servers.isEmpty() ? "good" : "good, with " + servers));
    }
    return String.join("\n", told);
  }

  /**
   * {@return what is so of a tool of a server, in the records that other modules read, or of keys}
   */
  private static List<String> answers(Settings settings, List<String> question) {
    return switch (question.getFirst()) {
      case "limits" -> {
        var limits = settings.limits(question.get(1), question.get(2));
        yield List.of(
            "timeout: " + shown(limits.timeout()), "idle_timeout: " + shown(limits.idleTimeout()));
      }
      case "lane" -> List.of(settings.lane(question.get(1), question.get(2)).toString());
      case "rate" -> List.of(Rate.show(settings.rate(question.get(1), question.get(2))));
      case "job" -> List.of(Codec.word(settings.job(question.get(1), question.get(2))));
      case "join" -> List.of(Codec.word(settings.join(question.get(1), question.get(2))));
      case "restart" -> List.of(Codec.word(settings.onRestart(question.get(1), question.get(2))));
      case "approval" -> List.of(approval(settings, question));
      case "jobs" ->
          List.of(
              (settings.mayHaveJobs() ? "some" : "none")
                  + (settings.mayRestartJobs() ? ", which may run again" : ""));
      case "value" ->
          orNothing(
              EveryKeyGoldenTest.held("", settings)
                  .filter(line -> line.startsWith(question.get(1)))
                  .sorted());
      default -> {
        var keys = new Glob(question.getFirst());
        boolean isOne = !question.getFirst().contains("*");
        yield orNothing(
            settings.explain().stream()
                .filter(row -> keys.matches(row.key()))
                .filter(row -> isOne || !row.origin().startsWith("default"))
                .map(row -> row.key() + " = " + row.value() + " | " + row.origin()));
      }
    };
  }

  private static List<String> orNothing(Stream<String> lines) {
    var all = lines.toList();
    return all.isEmpty() ? List.of("nothing") : all;
  }

  private static String shown(EffectiveLimits.Part limit) {
    return "%s | %s, lifted by %s"
        .formatted(DurationText.show(limit.value()), limit.origin(), limit.lever());
  }

  private static String approval(Settings settings, List<String> question) {
    var said = settings.approval(question.get(1), question.get(2));
    var found = said == null ? null : said.find(() -> question.get(3));
    if (found == null) {
      return "nothing";
    }
    var rule = found.rule();
    return "%s, by %d, because '%s', for clients '%s'"
        .formatted(
            Codec.word(rule.mode()), rule.approvers(), rule.reason(), found.clients().pattern());
  }
}
