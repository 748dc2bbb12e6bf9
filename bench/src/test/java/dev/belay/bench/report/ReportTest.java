package dev.belay.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A report that told a miss as met, or lost prose, would be worse than none. */
class ReportTest {
  @Test
  void aPercentileIsAReadingThatWasTaken() {
    var sample = new Sample(5, 1, 4, 2, 3);
    assertThat(sample.median()).isEqualTo(3);
    assertThat(sample.at(0.99)).isEqualTo(5);
    assertThat(sample.at(0)).isEqualTo(1);
  }

  @Test
  void aFigureOverItsTargetIsMissed() {
    assertThat(Figure.atMost("f", "", "+", 80, "µs", 80.01).verdict()).isEqualTo("MISSED");
    assertThat(Figure.atMost("f", "", "+", 80, "µs", 80).verdict()).isEqualTo("met");
    assertThat(Figure.atLeast("f", "", 60, "%", 59.9).verdict()).isEqualTo("MISSED");
  }

  @Test
  void aFigureThatCouldNotBeTakenIsNotMet() {
    assertThat(Figure.atMost("f", "", "", 8, "µs", Double.NaN).verdict()).isEqualTo("MISSED");
  }

  @Test
  void theTableLinesUp() {
    var table =
        Table.of(List.of(Figure.told("a long name", "", "ms", 1), Figure.told("b", "", "ms", 2)));
    assertThat(table.lines().map(String::length).distinct()).hasSize(1);
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
