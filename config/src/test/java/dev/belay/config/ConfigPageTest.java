package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The tables of {@code docs/config.md} match the code; {@code -Dbelay.page=write} rewrites them.
 */
@DisplayName("docs/config.md, which is prose, lists what the code knows")
class ConfigPageTest {
  private static final Path PAGE = Path.of("../docs/config.md");
  private static final Pattern TABLE =
      Pattern.compile("(?s)<!-- keys of (\\S+) -->\n(.*?)<!-- end of keys -->\n");

  @Test
  void everyTableIsThatOfTheCode() throws IOException {
    var page = Files.readString(PAGE);
    var now =
        TABLE
            .matcher(page)
            .replaceAll(table ->
                Matcher.quoteReplacement(
                    "<!-- keys of "
                        + table.group(1)
                        + " -->\n"
                        + table(table.group(1))
                        + "<!-- end of keys -->\n"));
    if ("write".equals(System.getProperty("belay.page"))) {
      Files.writeString(PAGE, now);
    }
    assertThat(page).as("-Dbelay.page=write writes the tables").isEqualTo(now);
  }

  @Test
  void everyKeyIsThere() throws IOException {
    var page = Files.readString(PAGE);
    assertThat(keys(Config.ROOT, ""))
        .hasSizeGreaterThan(100)
        .allMatch(key -> page.contains("\n| `" + key + "` | "));
  }

  /** {@return all keys, in the form of their tables} */
  private static List<String> keys(Section section, String prefix) {
    var named = section.entry() instanceof Section each ? keys(each, "") : List.<String>of();
    return Stream.concat(
            named.stream(),
            section.members().stream()
                .flatMap(member ->
                    member instanceof Section inner && !isOneRow(inner)
                        ? keys(inner, prefix + inner.name() + ".").stream()
                        : Stream.of(prefix + member.name())))
        .toList();
  }

  private static boolean isOneRow(Section section) {
    return section.entry() instanceof Setting<?> || section.isInline();
  }

  @Test
  void everyDefaultIsThere() throws IOException {
    var page = Files.readString(PAGE);
    for (var row : Settings.defaults().explain()) {
      if (row.origin().equals("default")) {
        var value = row.key().equals("mcp.workers") ? "16" : row.value();
        assertThat(page).contains("| `" + row.key() + "` | " + value + " |");
      }
    }
  }

  /** {@return the table of the keys of a section, or of the entries named by users in it} */
  private static String table(String path) {
    var section = Config.ROOT;
    var bare = false;
    for (var step : List.of(path.split("\\."))) {
      var named = section.member(step);
      bare = named == section.entry();
      section = (Section) Objects.requireNonNull(named);
    }
    return rows(section, bare ? "" : path + ".")
        .collect(Collectors.joining("", "| Key | Default | Meaning |\n| --- | --- | --- |\n", ""));
  }

  private static Stream<String> rows(Section section, String prefix) {
    return section.members().stream()
        .flatMap(member ->
            switch (member) {
              case Setting<?> setting -> Stream.of(row(setting, prefix));
              case Section named when isOneRow(named) ->
                  Stream.of(
                      "| `%s` | %s | %s |\n"
                          .formatted(
                              prefix + named.name(),
                              named.isInline() ? "all" : "none",
                              named.doc()));
              case Section inner -> rows(inner, prefix + inner.name() + ".");
            });
  }

  private static String row(Setting<?> setting, String prefix) {
    // The page gives the number for up to four processors, and the rule for more.
    var preset = setting.name().equals("workers") ? "16" : setting.shownDefault();
    return "| `%s` | %s | %s |\n"
        .formatted(prefix + setting.name(), preset, setting.doc())
        .replace("|  |", "| |");
  }
}
