package dev.belay.cli.command;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.UsageException;
import dev.belay.probe.report.Baselines;
import dev.belay.probe.report.Baselines.BaselineCheck;
import dev.belay.probe.report.ReportFiles;
import dev.belay.probe.report.ReportFiles.UnreadableReport;
import dev.belay.probe.report.ReportJson;
import dev.belay.probe.report.ReportText;
import dev.belay.probe.report.SweepPage;
import dev.belay.probe.report.SweepReport;
import dev.belay.probe.sweep.Series.Regression;
import dev.belay.probe.sweep.Series.Tolerance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of a sweep: comparing it, keeping it, writing it, and the exit code. */
final class SweepOutcome {
  private final Said said;
  private final Tolerance tolerance;
  private final double alpha;
  private final @Nullable Baselines compared;
  private final @Nullable Baselines saved;
  private final boolean allowsErrors;

  /**
   * Finds what is wrong with the command line and the baselines before anything is measured.
   *
   * @throws UnreadableReport if a baseline to compare with is not there, and not to be made either
   */
  SweepOutcome(SweepWords words, Said said) throws UsageException, UnreadableReport {
    this.said = said;
    tolerance = words.tolerance();
    alpha = words.alpha();
    var before = words.baseline();
    var after = words.saved();
    saved = after == null ? null : Baselines.readOrBegin(ReportFiles.baseline(after));
    if (before != null && before.equals(after)) {
      compared = saved;
    } else {
      compared = before == null ? null : kept(before);
    }
    allowsErrors = words.allowsErrors();
  }

  private static Baselines kept(String name) throws UnreadableReport {
    var path = ReportFiles.baseline(name);
    if (Files.notExists(path)) {
      throw new UnreadableReport(
          "there is no baseline "
              + name
              + " ("
              + path
              + "); --save-baseline="
              + name
              + " makes it");
    }
    return Baselines.read(path);
  }

  /** Compares with a baseline, and keeps the figures where that was asked and nothing got worse. */
  SweepReport judged(SweepReport report) throws IOException {
    var found =
        compared == null
            ? null
            : compared.regressions(report.series(), tolerance, report.plan().slo());
    List<Regression> regressions = found == null ? List.of() : found;
    boolean writes = saved != null && regressions.isEmpty();
    if (saved != null && writes) {
      saved.with(report.series(), alpha).write();
    }
    var shown = compared == null ? saved : compared;
    return shown == null
        ? report
        : report.with(new BaselineCheck(shown.path(), found != null, writes, regressions));
  }

  /** {@return where all forms of the report now are, for a person} */
  String write(SweepReport report, String place) throws IOException {
    return "\nReports:\n"
        + write("--json-out", "json", ReportJson.of(report), report, place)
        + write("--markdown-out", "md", ReportText.of(report), report, place)
        + write("--html-out", "html", SweepPage.of(report), report, place);
  }

  private String write(String option, String ending, String text, SweepReport report, String place)
      throws IOException {
    var typed = said.value(option);
    var path =
        typed == null
            ? ReportFiles.sweep(place, report.request(), report.plan().mode(), ending)
            : Path.of(typed);
    ReportFiles.write(path, text);
    return "  " + path + "\n";
  }

  ExitCode exit(SweepReport report) {
    var check = report.baseline();
    if (check != null && !check.regressions().isEmpty()) {
      return ExitCode.ERROR;
    }
    return report.errors() == 0 || allowsErrors ? ExitCode.OK : ExitCode.REQUEST_ERRORS;
  }
}
