package dev.belay.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("docs/*-proofs.md name for each number a test that claims something, and names it too")
final class ToolProofsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final Pattern NUMBER =
      Pattern.compile("(S1-|S4-|C|P)(\\d+)(?: … (?:S1-|S4-|C|P)(\\d+))?");

  /** Marks a test with evidence: an assertion, or a check that makes some. */
  private static final Pattern CLAIM = Pattern.compile("\\b(assert|check)\\w*\\(");

  private static final List<String> PAGES = List.of("tool-proofs.md", "turn-proofs.md");

  /** A row of a table: a requirement, and the tests that prove it. */
  private record Row(String what, List<String> tests) {}

  private final Map<String, String> sources = new HashMap<>();

  private static List<Row> rows() throws IOException {
    var rows = new ArrayList<Row>();
    for (var page : PAGES) {
      for (var line : Files.readAllLines(ROOT.resolve("docs").resolve(page))) {
        // The names of tests follow the requirement.
        var cells = line.split("\\|", 4);
        if (cells.length > 3 && QUOTED.matcher(cells[3]).find()) {
          rows.add(
              new Row(
                  cells[1].strip(),
                  QUOTED.matcher(cells[3]).results().map(m -> m.group(1)).toList()));
        }
      }
    }
    return rows;
  }

  /** {@return every number in a text, ranges expanded} */
  private static SortedSet<String> numbers(String text) {
    var found = new TreeSet<String>();
    NUMBER
        .matcher(text)
        .results()
        .forEach(each -> {
          int from = Integer.parseInt(each.group(2));
          int to = each.group(3) == null ? from : Integer.parseInt(each.group(3));
          IntStream.rangeClosed(from, to).forEach(one -> found.add(each.group(1) + one));
        });
    return found;
  }

  /** {@return the source of a test class; empty if there is none} */
  private String source(String test) throws IOException {
    var known = sources.get(test);
    if (known == null) {
      known = "";
      try (var modules = Files.newDirectoryStream(ROOT, Files::isDirectory)) {
        for (var module : modules) {
          known += find(module.resolve("src/test/java"), test + ".java");
        }
      }
      sources.put(test, known);
    }
    return known;
  }

  /** {@return the body of a method, found by its indentation; empty if there is no such method} */
  private static String body(String source, String method) {
    var found = Pattern.compile("(?ms)^( +)void " + method + "\\(.*?^\\1\\}$").matcher(source);
    return found.find() ? found.group() : "";
  }

  private static String find(Path folder, String name) throws IOException {
    if (!Files.isDirectory(folder)) {
      return "";
    }
    try (var files = Files.walk(folder)) {
      var found = files.filter(file -> file.getFileName().toString().equals(name)).findFirst();
      return found.isPresent() ? Files.readString(found.get()) : "";
    }
  }

  @Test
  void everyNumberHasARow() throws IOException {
    var named = new TreeSet<String>();
    for (var row : rows()) {
      named.addAll(numbers(row.what()));
    }
    assertThat(named)
        .containsAll(IntStream.rangeClosed(32, 80).mapToObj(number -> "S4-" + number).toList())
        .containsAll(IntStream.rangeClosed(86, 101).mapToObj(number -> "S1-" + number).toList())
        .contains("P1", "P6", "P7", "P14", "P19", "P20")
        .contains("C1", "C2", "C3", "C4", "C22", "C23", "C24", "C27");
  }

  @Test
  void everyTestIsThere() throws IOException {
    for (var row : rows()) {
      for (var test : row.tests()) {
        if (test.contains("/")) {
          assertThat(ROOT.resolve(test)).exists();
          continue;
        }
        var parts = test.split("\\.", 2);
        assertThat(source(parts[0])).as(test).contains("class " + parts[0]);
        if (parts.length > 1) {
          assertThat(body(source(parts[0]), parts[1])).as(test).containsPattern(CLAIM);
        }
      }
    }
  }

  @Test
  void everyNumberIsNamedByATestOfItsRow() throws IOException {
    for (var row : rows()) {
      var said = new TreeSet<String>();
      for (var test : row.tests()) {
        said.addAll(numbers(source(test.split("\\.", 2)[0])));
      }
      assertThat(said).as(row.what()).containsAll(numbers(row.what()));
    }
  }

  @Test
  @DisplayName("S4-80 the official referee is run by the one command that runs all tests")
  void theRefereeIsPartOfTheOneCommand() throws IOException {
    assertThat(Files.readString(ROOT.resolve("check"))).contains("peers/test");
    assertThat(Files.readString(ROOT.resolve("peers/test"))).contains("conformance");
  }
}
