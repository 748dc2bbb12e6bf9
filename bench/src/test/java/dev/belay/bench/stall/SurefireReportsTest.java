package dev.belay.bench.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A test that fell must not be read as one that holds, and none of an earlier run is read. */
class SurefireReportsTest {
  private static final Instant BEGIN = Instant.parse("2026-01-01T12:00:00Z");
  private static final Instant END = Instant.parse("2026-01-01T13:00:00Z");
  private static final String REPORT =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="a.BTest" time="9.5" timestamp="2026-01-01T12:10:00Z" tests="4">
        <properties><property name="error" value="&lt;failure&gt;"/></properties>
        <testcase name="holds" classname="a.BTest" time="0.25" timestamp="2026-01-01T12:10:01.500Z">
          <system-out><![CDATA[<failure message="of another"/>]]></system-out>
        </testcase>
        <testcase name="fails" classname="a.BTest" time="2" timestamp="2026-01-01T12:10:02Z">
          <failure message="&#10;Expecting actual:&#10;  1&#10;to be equal to: 2" type="x.Y"><![CDATA[at a.B]]></failure>
        </testcase>
        <testcase name="breaks" classname="a.BTest" time="0" timestamp="2026-01-01T12:10:04Z">
          <error type="java.io.IOException">at a.B</error>
        </testcase>
        <testcase name="" classname="a.BTest" time="0.0"><skipped message="failure"/></testcase>
      </testsuite>
      """;

  @TempDir private Path root;

  @Test
  void eachTestHasItsTimeAndWhyItFell() throws IOException {
    write("gateway", "TEST-a.BTest.xml", END);
    assertThat(SurefireReports.read(root, BEGIN, END))
        .containsExactly(
            new Claim("a.BTest.holds", Optional.empty(), at("12:10:01.500Z"), at("12:10:01.750Z")),
            new Claim(
                "a.BTest.fails",
                Optional.of("Expecting actual: 1 to be equal to: 2"),
                at("12:10:02Z"),
                at("12:10:04Z")),
            new Claim(
                "a.BTest.breaks",
                Optional.of("java.io.IOException"),
                at("12:10:04Z"),
                at("12:10:04Z")),
            new Claim("a.BTest.", Optional.empty(), BEGIN, END));
  }

  @Test
  void onlyReportsOfThisRunAreRead() throws IOException {
    write("gateway", "TEST-a.BTest.xml", BEGIN.minusSeconds(1));
    write("gateway", "a.BTest.txt", END);
    Files.createDirectories(root.resolve("docs"));
    assertThat(SurefireReports.read(root, BEGIN, END)).isEmpty();
    write("process", "TEST-a.BTest.xml", BEGIN);
    assertThat(SurefireReports.read(root, BEGIN, END)).hasSize(4);
  }

  private static Instant at(String time) {
    return Instant.parse("2026-01-01T" + time);
  }

  private void write(String module, String name, Instant modified) throws IOException {
    var file = root.resolve(module).resolve("target/surefire-reports").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, REPORT);
    Files.setLastModifiedTime(file, FileTime.from(modified));
  }
}
