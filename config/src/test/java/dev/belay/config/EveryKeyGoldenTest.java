package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Settings.Row;
import dev.belay.core.call.WorkerOptions;
import dev.belay.core.turn.LoopLimits;
import dev.belay.core.turn.ToolTimeouts;
import dev.belay.core.turn.TurnRequest;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code -Dbelay.golden=write} rewrites the golden files, and not the sources beside them. */
@DisplayName("Every key maps from every source that may set it, and its default is a release note")
class EveryKeyGoldenTest {
  private static final Path GOLDEN = Path.of("src/test/golden");

  @TempDir Path directory;

  private void assertGolden(String name, List<String> lines) throws IOException {
    var now =
        lines.stream().map(line -> line.replace(directory + "/", "").replace("\n", "\\n")).toList();
    if ("write".equals(System.getProperty("belay.golden"))) {
      Files.write(GOLDEN.resolve(name), now);
    }
    assertThat(now).containsExactlyElementsOf(Files.readAllLines(GOLDEN.resolve(name)));
  }

  private Scene scene(String yaml) {
    var scene =
        new Scene(directory)
            .yaml(yaml)
            .environment("A_KEY", "s3cret")
            .environment("BUS", "unix:x")
            .environment("DOCS_PORT", "4000")
            .environment("ISSUER", "https://as.example.com/t")
            .environment("TENANT", "t")
            .environment("BELAY_TOKENS", "x");
    scene.write("demo.yaml", "- say: hello");
    return scene;
  }

  @Test
  @DisplayName("S1-1, S1-37, S1-38, S1-104: all keys from files, variables and options")
  void everyKey() throws IOException {
    var all = Files.readString(GOLDEN.resolve("every-key.yaml")).split("---\n");
    var lines = new ArrayList<String>();
    var shown = new HashSet<String>();
    var usual = held("", Settings.defaults()).toList();
    assertThat(scene(all[0]).warnings()).isEmpty();
    for (var yaml : all) {
      var settings = scene(yaml).settings();
      var later = Settings.defaults().fromNextStart(settings);
      var rows =
          settings.explain().stream().filter(row -> !row.origin().equals("default")).toList();
      var variables = fromVariables(yaml, rows);
      var options = fromOptions(yaml, rows);
      for (var row : rows) {
        shown.add(row.key());
        lines.add(
            "%s = %s | %s%s%s%s"
                .formatted(
                    row.key(),
                    row.value(),
                    row.origin(),
                    taken(variables, row, variable(row)) ? ", " + variable(row) : "",
                    taken(options, row, option(row)) ? ", --option" : "",
                    later.contains(row.key()) ? ", from the next start" : ""));
      }
      lines.add("");
      lines.addAll(held("", settings).filter(line -> !usual.contains(line)).toList());
      lines.add("");
    }
    assertThat(keys(Config.ROOT, ""))
        .hasSizeGreaterThan(130)
        .allMatch(key -> shown.stream().anyMatch(one -> ("." + one).matches(key)));
    assertGolden("every-key.txt", lines);
  }

  /** {@return patterns of the paths of all keys that are shown} */
  private static Stream<String> keys(ConfigMember member, String path) {
    return switch (member) {
      case Section section when section.isInline() || section.names() == Section.Names.INDEX ->
          Stream.of(path + ".*");
      case Section section ->
          Stream.concat(
              section.members().stream().flatMap(one -> keys(one, path + "\\." + one.name())),
              Stream.ofNullable(section.entry()).flatMap(one -> keys(one, path + "\\..+")));
      case Setting<?> key -> key.isTemplate() ? Stream.of() : Stream.of(path);
    };
  }

  /** {@return the values and origins where a variable is set for each row} */
  private Map<String, String> fromVariables(String yaml, List<Row> rows) {
    var scene = scene(yaml);
    rows.forEach(row -> scene.environment(variable(row), text(row)));
    return scene.origins();
  }

  /** {@return the same of options, without those that are refused} */
  private Map<String, String> fromOptions(String yaml, List<Row> rows) {
    var all = scene(yaml);
    rows.forEach(row -> all.flag(option(row), row.key(), text(row)));
    var refused = all.errors();
    var scene = scene(yaml);
    rows.stream()
        .filter(row -> refused.stream().noneMatch(one -> one.startsWith(option(row) + ": ")))
        .forEach(row -> scene.flag(option(row), row.key(), text(row)));
    return scene.origins();
  }

  private static String variable(Row row) {
    return "BELAY_" + row.key().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  private static String option(Row row) {
    return "--" + row.key();
  }

  private static String text(Row row) {
    return row.value().replaceAll("^\\[(.*)]$", "$1");
  }

  /** {@return whether the same value was taken from there instead of from the file} */
  private static boolean taken(Map<String, String> origins, Row row, String source) {
    return (row.value() + " " + source).equals(origins.get(row.key()));
  }

  @Test
  void everyDefault() throws IOException {
    var scene =
        new Scene(directory)
            .yaml(
                """
                mcpServers:
                  files: { command: npx }
                  docs: { url: "http://127.0.0.1:4000/mcp" }
                tools: { "*": {} }
                """);
    var lines = new ArrayList<String>();
    for (var row : scene.settings().explain()) {
      lines.add(row.key() + " = " + row.value() + " | " + row.origin());
    }
    held("", scene.settings()).forEach(lines::add);
    // The number is that of a machine with up to four processors.
    lines.replaceAll(line -> line.replace("workers = " + WorkerOptions.usual(), "workers = 16"));
    assertGolden("defaults.txt", lines);
  }

  @Test
  @DisplayName("S0-27, C5: the defaults for other modules are those of an empty file")
  void defaultsAreShared() {
    assertThat(new Scene(directory).settings())
        .isEqualTo(Settings.defaults())
        .hasSameHashCodeAs(Settings.defaults());
    var uri = URI.create("http://127.0.0.1:4000/mcp");
    var scene =
        new Scene(directory)
            .yaml(
                "{ mcpServers: { a: { command: x }, b: { url: \""
                    + uri
                    + "\" } }, tools: { t: {} } }");
    assertThat(scene.server("a")).isEqualTo(ServerSettings.defaults("a", "x"));
    assertThat(scene.server("b")).isEqualTo(ServerSettings.defaults("b", uri));
    assertThat(scene.settings().tools()).containsExactly(ToolSettings.defaults("t"));
  }

  /** {@return a line for each value in the records that other modules read} */
  static Stream<String> held(String path, @Nullable Object value) {
    return switch (value) {
      case Origins _ -> Stream.of();
      case Record held ->
          Stream.of(held.getClass().getRecordComponents())
              .flatMap(one ->
                  held(path.isEmpty() ? one.getName() : path + "." + one.getName(), in(held, one)));
      case Map<?, ?> map ->
          map.entrySet().stream()
              .flatMap(one -> held(path + "[" + one.getKey() + "]", one.getValue()));
      case Set<?> set -> Stream.of(path + " = " + new TreeSet<>(set));
      case List<?> list when list.stream().anyMatch(Record.class::isInstance) ->
          IntStream.range(0, list.size())
              .boxed()
              .flatMap(i -> held(path + "[" + i + "]", list.get(i)));
      case null, default -> Stream.of(path + " = " + value);
    };
  }

  private static @Nullable Object in(Record held, RecordComponent component) {
    try {
      return component.getAccessor().invoke(held);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName("S1-104: a value that is not shown in full is compared in full")
  void hiddenValuesAreCompared() throws IOException {
    var yaml = Files.readString(GOLDEN.resolve("every-key.yaml")).split("---\n")[0];
    var before = scene(yaml).settings();
    var now = scene(yaml).environment("TENANT", "other").settings();
    assertThat(before.fromNextStart(now)).containsExactly("auth.oauth.jwks_url");
    assertThat(before.fromNextStart(before)).isEmpty();
  }

  @Test
  @DisplayName("S1-37, S1-38, C19: the defaults of turns are those of the core")
  void theDefaultsOfTurnsAreTheCores() {
    var defaults = TurnSettings.defaults();
    assertThat(defaults.silence()).isEqualTo(ToolTimeouts.DEFAULT.silence());
    assertThat(defaults.limit()).isEqualTo(TurnRequest.LIMIT);
    assertThat(defaults.loops().limits()).isEqualTo(LoopLimits.DEFAULT);
    assertThat(defaults.toolTimeouts(McpSettings.defaults())).isEqualTo(ToolTimeouts.DEFAULT);
  }
}
