package dev.belay.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("docs/comparison.md says what bench/compare measured")
class ComparisonPageTest {
  private static final Path PAGE = Path.of("../docs/comparison.md");
  private static final Path SCRIPT = Path.of("compare/faults.mjs");
  private static final Path RESULTS = Path.of("compare/results.json");

  @Test
  void everyFaultOfTheScriptHasItsRowAndItsSentence() throws IOException {
    var page = Files.readString(PAGE);
    var names = names();
    assertThat(names).hasSizeGreaterThan(20).doesNotHaveDuplicates();
    assertThat(rows().map(row -> text(row, "name")).toList()).isEqualTo(names);
    assertThat(found(page, "\\(`(\\w+)`\\) \\| ")).isEqualTo(names);
    assertThat(found(page, "\n- `(\\w+)`: ")).isEqualTo(names);
  }

  @Test
  void everyCellIsThatOfTheResults() throws IOException {
    var page = Files.readString(PAGE);
    for (var row : rows().toList()) {
      var line = new StringBuilder("(`" + text(row, "name") + "`) |");
      for (var cell : ((Json.Members) row.at("cells")).values().values()) {
        line.append(" **").append(text(cell, "outcome")).append("**");
        var measured = text(cell, "measured").replace("|", "\\|").replace("<", "&lt;");
        line.append(measured.isEmpty() ? "" : ": " + measured).append(" |");
      }
      assertThat(page).contains(line + "\n");
    }
  }

  private static List<String> names() throws IOException {
    return found(Files.readString(SCRIPT), "\n    name: '(\\w+)',");
  }

  private static Stream<Json> rows() throws IOException {
    var results = Json.parse(Files.readString(RESULTS));
    return ((Json.Items) results.at("rows")).values().stream();
  }

  private static String text(Json object, String member) {
    return ((Json.Text) object.at(member)).value();
  }

  private static List<String> found(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(one -> one.group(1)).toList();
  }
}
