package dev.belay.observe.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The page about security: each threat has a test, and each advisory one that names it")
class SecurityPageTest {
  private static final Pattern ADVISORY = Pattern.compile("CVE-\\d{4}-\\d+|GHSA(-[a-z0-9]{4}){3}");

  private static final Pattern REQUIREMENT = Pattern.compile("S3-\\d+|C\\d+|J\\d+");

  /** Advisories that must stay covered, even if the page changes. */
  private static final Set<String> ADVISORIES =
      Set.of(
          "CVE-2025-49596",
          "CVE-2025-6514",
          "CVE-2025-53109",
          "CVE-2025-53110",
          "CVE-2025-66414",
          "CVE-2025-66416",
          "CVE-2026-34742",
          "CVE-2026-35568",
          "CVE-2026-25536",
          "CVE-2026-27896",
          "CVE-2026-52869",
          "CVE-2026-52870",
          "CVE-2026-59950",
          "CVE-2025-64443",
          "GHSA-g53w-w6mj-hrpp",
          "CVE-2025-9611",
          "CVE-2026-33032",
          "CVE-2026-26118",
          "CVE-2026-23744",
          "CVE-2025-68143",
          "CVE-2025-68144",
          "CVE-2025-68145",
          "CVE-2026-30617",
          "CVE-2026-0621");

  /** Of all modules, by their names. */
  private static Map<String, String> sources = Map.of();

  @BeforeAll
  static void read() throws IOException {
    try (var files = Files.walk(Path.of(".."), 20)) {
      sources =
          files
              .filter(file -> file.toString().contains("/src/test/java/"))
              .filter(file -> file.toString().endsWith("Test.java"))
              .collect(
                  Collectors.toMap(
                      SecurityPageTest::className, SecurityPageTest::text, String::concat));
    }
  }

  private static String className(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A test as named on the page: {@code Class}, or {@code Class.method}. */
  private record Named(String type, String method) {
    static List<Named> in(String cell) {
      var all = new ArrayList<Named>();
      for (var name : cell.replace("`", "").split(", ", -1)) {
        int dot = name.indexOf('.');
        // A method alone belongs to the class before it.
        var type = dot == 0 ? all.getLast().type : dot < 0 ? name : name.substring(0, dot);
        all.add(new Named(type.strip(), dot < 0 ? "" : name.substring(dot + 1).strip()));
      }
      return all;
    }

    void assertExists() {
      // Whole sources would be told of a failure otherwise.
      var source = sources.getOrDefault(type, "");
      assertThat(source).withFailMessage("there is no " + type).isNotEmpty();
      boolean holds = method.isEmpty() || source.contains("void " + method + "(");
      assertThat(holds).withFailMessage(type + " has no " + method).isTrue();
    }
  }

  private static List<List<String>> rows(String heading) throws IOException {
    return Page.of("security.md").section(heading).rows();
  }

  @Test
  void everyThreatHasATestThatExists() throws IOException {
    var rows = rows("## Threats");
    assertThat(rows).hasSizeGreaterThan(20);
    rows.forEach(row -> Named.in(row.get(2)).forEach(Named::assertExists));
  }

  @Test
  @DisplayName("The same of the page about approvals, whose requirements are named by their tests")
  void approvals() throws IOException {
    var page = Page.of("approvals.md");
    var threats = page.section("## What this does and does not prevent").rows();
    assertThat(threats).hasSizeGreaterThan(15);
    threats.stream()
        .filter(row -> !row.get(2).equals("–"))
        .forEach(row -> Named.in(row.get(2)).forEach(Named::assertExists));
    var proofs = page.section("## Proofs").rows();
    assertThat(proofs).hasSizeGreaterThan(10);
    for (var row : proofs) {
      var tests = Named.in(row.get(1));
      tests.forEach(Named::assertExists);
      for (var number : REQUIREMENT.matcher(row.getFirst()).results().toList()) {
        assertThat(tests)
            .as("tests that say " + number.group())
            .anyMatch(test -> String.valueOf(sources.get(test.type())).contains(number.group()));
      }
    }
  }

  @Test
  void everyAdvisoryHasATestThatNamesIt() throws IOException {
    var listed = new TreeSet<String>();
    for (var row : rows("## Advisories")) {
      var advisories = advisories(row.getFirst());
      assertThat(advisories).as(row.getFirst()).isNotEmpty();
      for (var test : Named.in(row.get(2))) {
        test.assertExists();
        assertThat(test.method()).as(test.type() + " for " + row.getFirst()).isNotEmpty();
      }
      for (var advisory : advisories) {
        assertThat(Named.in(row.get(2)))
            .as("tests that say " + advisory)
            .anyMatch(test -> String.valueOf(sources.get(test.type())).contains(advisory));
      }
      listed.addAll(advisories);
    }
    assertThat(listed).isEqualTo(new TreeSet<>(ADVISORIES));
  }

  @Test
  void noTestNamesAnAdvisoryThatThePageDoesNot() {
    var named = new TreeSet<String>();
    sources.values().forEach(source -> named.addAll(advisories(source)));
    assertThat(named).isSubsetOf(ADVISORIES);
  }

  private static Set<String> advisories(String text) {
    return ADVISORY
        .matcher(text)
        .results()
        .map(found -> found.group())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
