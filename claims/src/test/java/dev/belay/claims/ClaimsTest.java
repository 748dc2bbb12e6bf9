package dev.belay.claims;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Claims hold while their proofs ran, passed, and are as they were when seen to fail")
final class ClaimsTest {
  private static final String TEST =
      """
      package acme;

      class RopeTest {
        @Test
        @Claim({"S1-1", "C1"})
        @DisplayName("S1-1: a rope holds")
        void holds() {
          var rope = rope();
          assertThat(rope.length()).isEqualTo(3); // metres
          check(rope);
        }

        private static Rope rope() {
          return new Rope();
        }

        private static void check(Rope rope) {
          assertThat(rope.text()).isEqualTo("three  metres");
        }
      }

      @Claim("S1-2")
      class KnotTest {
        @ParameterizedTest
        void ties(int knots) {
          assertThat(knots).isPositive();
        }

        void open() {}
      }
      """;
  private static final String PAGE =
      """
      # Proofs

      | Number | What | Proved by |
      | --- | --- | --- |
      | S1-1 | ropes | core: `RopeTest.holds` |
      | S1-2 | knots | core: `KnotTest` |
      | C1 | both | core: `RopeTest.holds` |
      """;
  private static final Instant NOON = Instant.parse("2026-11-01T12:00:00Z");

  @TempDir private Path root;

  @BeforeEach
  void seenToFailAndPassed() throws IOException {
    write("pom.xml", "<modules>\n<module>core</module>\n</modules>");
    write("docs/rope-proofs.md", PAGE);
    write("claims/seen.tsv", "");
    source(TEST);
    ran(
        "holds",
        failure("acme.RopeTest.holds(RopeTest.java:9)"),
        "ties(int)[2]",
        failure("acme.KnotTest.lambda$ties$0(RopeTest.java:25)"));
    record("no rope");
    ran("holds", "", "ties(int)[2]", "");
  }

  private void write(String file, String text) throws IOException {
    var path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    Files.setLastModifiedTime(path, FileTime.from(NOON));
  }

  private void source(String text) throws IOException {
    write("core/src/test/java/acme/RopeTest.java", text);
  }

  private static String failure(String frame) {
    return "<failure type=\"AssertionError\">expected: 3\n\tat acme.core/" + frame + "</failure>";
  }

  private void ran(String rope, String ropeSaid, String knot, String knotSaid) throws IOException {
    write(
        "core/target/surefire-reports/TEST-acme.xml",
        """
        <testsuite>
          <testcase name="%s" classname="acme.RopeTest">%s</testcase>
          <testcase name="ties(int)[1]" classname="acme.KnotTest"/>
          <testcase name="%s" classname="acme.KnotTest">%s</testcase>
        </testsuite>
        """
            .formatted(rope, ropeSaid, knot, knotSaid));
  }

  private String check() throws IOException {
    var said = new ByteArrayOutputStream();
    var holds = new Claims(root, new PrintStream(said, true, UTF_8)).check();
    var text = said.toString(UTF_8);
    assertThat(holds).isEqualTo(!text.contains("FAILED"));
    assertThat(text).endsWith(Files.readString(root.resolve("claims/target/results")));
    return text;
  }

  private String record(String broken) throws IOException {
    var said = new ByteArrayOutputStream();
    var _ = new Claims(root, new PrintStream(said, true, UTF_8)).record(broken);
    return said.toString(UTF_8);
  }

  @Test
  @DisplayName("All is well: a line for each claim, each page, and the sum")
  void well() throws IOException {
    assertThat(check())
        .isEqualTo(
            """
            ok      docs/rope-proofs.md names the proofs
            ok      every @Claim is one of a page
            ok      claims/seen.tsv names proofs alone
            ok      S1-1 ropes
            ok      S1-2 knots
            ok      C1 both
            Tests run: 6, Failures: 0, Errors: 0, Skipped: 0
            """);
    assertThat(root.resolve("claims/seen.tsv"))
        .content()
        .matches(
            "acme.KnotTest.ties\t[0-9a-f]{16}\tno rope\n"
                + "acme.RopeTest.holds\t[0-9a-f]{16}\tno rope\n");
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("A proof that asserts other things than when it was seen to fail is found")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          an emptied body       | var rope = rope..;\\s+assertThat.*\\s+check.rope.;     |
          a removed assertion   | assertThat.rope.length....isEqualTo.3.;                |
          another value         | isEqualTo.3.                                           | isEqualTo(4)
          another text          | three  metres                                          | three metres
          in a method that asserts for it | assertThat.rope.text....isEqualTo..three  metres..; |
          a method that does not any more | check.rope.;                                 |
          switched off          | @Claim.."S1-1                                         | @Disabled $0
          """)
  void changed(String what, String from, String to) throws IOException {
    source(TEST.replaceFirst(from, to == null ? "" : to));
    assertThat(check())
        .contains(
            "FAILED  S1-1 ropes\n        acme.RopeTest.holds has changed since it was seen to fail",
            "ok      S1-2 knots\n");
  }

  @Test
  @DisplayName("Words, spaces, comments and methods that assert nothing may change")
  void unchanged() throws IOException {
    source(
        TEST.replace("a rope holds", "a rope (of ours) holds")
            .replace("// metres", "/* of metres */")
            .replace("var rope = rope();", "var rope =\n rope();")
            .replace("return new Rope();", "return new Rope(1);"));
    assertThat(check()).doesNotContain("FAILED");
  }

  @Test
  @DisplayName("A renamed proof is found: its page, its run, its record")
  void renamed() throws IOException {
    source(TEST.replace("void holds", "void held"));
    assertThat(check())
        .contains(
            "FAILED  docs/rope-proofs.md",
            "acme.RopeTest.holds is no proof",
            "acme.RopeTest.held did not run",
            "acme.RopeTest.held was never seen to fail");
  }

  @Test
  @DisplayName("A proof that failed, was skipped, or did not run is found")
  void badRuns() throws IOException {
    ran("holds", "<error/>", "ties(int)[2]", "<skipped/>");
    assertThat(check())
        .contains("acme.RopeTest.holds failed\n", "acme.KnotTest.ties was skipped\n");
    Files.delete(root.resolve("core/target/surefire-reports/TEST-acme.xml"));
    assertThat(check())
        .contains("acme.RopeTest.holds did not run\n", "acme.KnotTest.ties did not run\n");
  }

  @Test
  @DisplayName("A claim without a test, and a test of an unknown claim, are found")
  void unknown() throws IOException {
    source(TEST.replace("\"C1\"", "\"C2\""));
    assertThat(check())
        .contains(
            "FAILED  every @Claim is one of a page\n        acme.RopeTest.holds claims C2\n",
            "FAILED  C1 both\n        no test carries @Claim(\"C1\")\n");
  }

  @Test
  @DisplayName("An old page is found, and written anew")
  void pages() throws IOException {
    write("docs/rope-proofs.md", PAGE.replace("core: `KnotTest`", "x"));
    assertThat(check()).contains("FAILED  docs/rope-proofs.md names the proofs\n");
    new Claims(root, System.out).write();
    assertThat(root.resolve("docs/rope-proofs.md")).hasContent(PAGE);
  }

  @Test
  @DisplayName("Only a failed assertion of the proof as it is now is recorded")
  void recorded() throws IOException {
    var changed = TEST.replace("isEqualTo(3)", "isEqualTo(4)");
    source(changed);
    assertThat(record("no rope")).as("it passed").isEmpty();
    ran("holds", "<error>at acme.RopeTest.holds(RopeTest.java:9)</error>", "ties(int)[2]", "");
    assertThat(record("no rope")).contains("acme.RopeTest.holds failed by no assertion");
    ran("holds", failure("acme.RopeTest.open(RopeTest.java:9)"), "ties(int)[2]", "");
    assertThat(record("no rope")).contains("acme.RopeTest.holds failed by no assertion");
    ran("holds", failure("acme.RopeTest.holds(RopeTest.java:9)"), "ties(int)[2]", "");
    assertThat(record(" ")).contains("say in one line");
    Files.setLastModifiedTime(
        root.resolve("core/src/test/java/acme/RopeTest.java"), FileTime.from(NOON.plusSeconds(1)));
    assertThat(record("no rope")).contains("acme.RopeTest.holds has changed since it ran");
    source(changed);
    assertThat(record("two ropes")).isEqualTo("claims: recorded acme.RopeTest.holds\n");
    assertThat(root.resolve("claims/seen.tsv")).content().contains("\ttwo ropes\n");
  }
}
