package dev.belay.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A report that shows a miss as met, or loses prose, would be worse than none. */
class ReportTest {
  private final Report report = new Report();

  @Test
  void aPercentileIsAReadingThatWasTaken() {
    var sample = new Sample(5, 1, 4, 2, 3);
    assertThat(sample.median()).isEqualTo(3);
    assertThat(sample.at(0.99)).isEqualTo(5);
    assertThat(sample.at(0)).isEqualTo(1);
  }

  @Test
  void aFigureOverItsTargetIsMissed() {
    report.added("over", 80, "µs", 80.01, "");
    report.added("at", 80, "µs", 80, "%s of %d", 1.234, 5L);
    report.atLeast("under", 60, "%", 59.9, "");
    assertThat(report.table().lines().skip(2))
        .satisfiesExactly(
            line ->
                assertThat(line).matches("\\| over .*\\| ≤ \\+80.0 µs \\| \\+80.0 µs .*MISSED \\|"),
            line -> assertThat(line).matches("\\| at +\\| 1.23 of 5 .*met +\\|"),
            line -> assertThat(line).matches("\\| under .*≥ 60.0 %.*59.9 %.*MISSED \\|"));
    assertThat(report.isMissed()).isTrue();
  }

  @Test
  void aFigureThatCouldNotBeTakenIsNotMet() throws InterruptedException {
    report.atMost("f", 8, "µs", 7);
    assertThat(report.isMissed()).isFalse();
    report.atMost("f", 8, "µs", Double.NaN);
    assertThat(report.isMissed()).isTrue();

    var broken = new Report();
    broken.part(
        "g",
        () -> {
          throw new IOException("no such server");
        });
    assertThat(broken.table()).contains("| g ", "no such server", "not taken", "MISSED");
  }

  @Test
  void theTableLinesUp() {
    report.told("a long name", "ms", 1, "");
    report.told("b", "ms", 2, "");
    assertThat(report.table().lines().map(String::length).distinct()).hasSize(1);
  }

  @Test
  void writingReplacesOneRunAndKeepsTheProse(@TempDir Path directory) throws IOException {
    var file = directory.resolve("benchmarks.md");
    Files.writeString(file, "# Benchmarks\n\nbefore\n");
    var document = new Document(file);
    document.write("core", "one\n");
    document.write("wrap", "two\n");
    Files.writeString(file, Files.readString(file) + "after\n");
    document.write("core", "three\n");
    assertThat(Files.readString(file))
        .contains("before", "three", "two", "after")
        .doesNotContain("one");
  }
}
