package dev.belay.probe.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.probe.report.ReportFiles.UnreadableReport;
import dev.belay.probe.sweep.Series;
import dev.belay.probe.sweep.Series.Figures;
import dev.belay.probe.sweep.Series.Regression;
import dev.belay.probe.sweep.Series.Tolerance;
import dev.belay.probe.sweep.SweepPlan.Mode;
import dev.belay.probe.sweep.SweepPlan.Slo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Baselines in files, and two reports beside each other")
final class BaselinesTest {
  private @TempDir Path directory;

  private static Series series(String target, Mode mode, Figures... points) {
    return new Series(target, "tools/list", mode, List.of(points));
  }

  @Test
  void whatWasWrittenIsCompared() throws Exception {
    var path = directory.resolve("sub/main.json");
    Baselines.readOrBegin(path)
        .with(
            series(
                "a", Mode.CLOSED, new Figures(40, 0, 800, 100, 200), new Figures(80, 2, 1, 1, 1)),
            0.35)
        .with(series("a", Mode.OPEN, new Figures(0.5, 0, 0.5, 1, 1)), 0.35)
        .write();

    var read = Baselines.read(path);

    var slower =
        series("a", Mode.CLOSED, new Figures(40, 0, 300, 100, 200), new Figures(80, 0, 1, 1, 1));
    assertThat(read.regressions(slower, Tolerance.DEFAULT, Slo.DEFAULT))
        .containsExactly(new Regression(40, "rps", 300, 800, 400));
    assertThat(
            read.regressions(
                series("a", Mode.OPEN, new Figures(0.5, 0, 0.5, 1, 1)),
                Tolerance.DEFAULT,
                Slo.DEFAULT))
        .isEmpty();
    assertThat(read.regressions(series("b", Mode.CLOSED), Tolerance.DEFAULT, Slo.DEFAULT)).isNull();
  }

  @Test
  @DisplayName("A second run moves the figures by a third, and not all the way")
  void aSecondRunIsBlended() throws Exception {
    var path = directory.resolve("main.json");
    Baselines.readOrBegin(path)
        .with(series("a", Mode.CLOSED, new Figures(40, 0, 800, 100, 200)), 0.35)
        .write();
    Baselines.readOrBegin(path)
        .with(series("a", Mode.CLOSED, new Figures(40, 0, 1000, 200, 300)), 0.35)
        .write();

    assertThat(Files.readString(path)).contains("\"rps\": 870.00", "\"p95_ms\": 135.000");
    assertThat(directory).isDirectoryNotContaining("glob:**.part");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{\"schema\":\"belay.sweep.v1\"}",
        "{\"schema\":\"belay.baseline.v1\"}",
        "{\"schema\":\"belay.baseline.v1\",\"series\":[{\"mode\":\"closed\"}]}",
        "{\"schema\":\"belay.baseline.v1\",\"series\":[{\"mode\":\"closed\",\"points\":[{}]}]}"
      })
  void whatIsNoneIsNamed(String text) throws IOException {
    var path = directory.resolve("bad.json");
    Files.writeString(path, text);

    assertThatThrownBy(() -> Baselines.read(path))
        .isInstanceOf(UnreadableReport.class)
        .hasMessageContaining("bad.json is no such report: ");
  }

  @Test
  void whatIsNotThereIsNamed() {
    assertThatThrownBy(() -> Baselines.read(directory.resolve("none.json")))
        .isInstanceOf(UnreadableReport.class)
        .hasMessageContaining("cannot read");
  }
}
