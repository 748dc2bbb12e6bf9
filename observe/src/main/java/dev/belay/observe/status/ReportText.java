package dev.belay.observe.status;

import dev.belay.observe.status.SessionReport.Open;
import java.math.BigDecimal;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Text of a session's status for a model: a line for each item. */
final class ReportText {
  /** Names up to this number of items, and counts the others. */
  private static final int MOST = 20;

  private ReportText() {}

  static String of(SessionReport report) {
    var lines = new StringJoiner("\n");
    lines.add(
        "Calls of this turn: "
            + report.calls()
            + ", this one included; "
            + report.ended()
            + " ended.");
    lines.add("Running: " + running(report) + ".");
    var session = report.session();
    lines.add(
        "This session, since %s: %d calls ended, %d of them with an error (%d %%)."
            .formatted(
                session.since(),
                session.ended(),
                session.failed(),
                Math.round(100 * session.errorRate())));
    lines.add(
        "Timed out in this session: "
            + list(
                report.timedOut(),
                one ->
                    one.tool()
                        + " (limit "
                        + seconds(one.limitSeconds())
                        + " s, "
                        + one.times()
                        + (one.times() == 1 ? " time)" : " times)"))
            + ".");
    lines.add(
        "Given up but still at work: "
            + list(
                report.abandoned(), one -> one.tool() + " (for " + seconds(one.seconds()) + " s)")
            + ".");
    lines.add("Health: " + report.health() + ".");
    report.reasons().forEach(reason -> lines.add("- " + reason));
    report.advice().forEach(advice -> lines.add("Advice: " + advice));
    if (report.advice().isEmpty()) {
      lines.add("Nothing has to be done.");
    }
    return lines.toString();
  }

  private static String running(SessionReport report) {
    var running = report.open().stream().filter(Open::running).toList();
    var text =
        list(
            running,
            one -> one.tool() + " (" + one.toolId() + ", " + seconds(one.seconds()) + " s)");
    int waiting = report.open().size() - running.size();
    return waiting == 0 ? text : text + "; waiting for their turn to run: " + waiting;
  }

  private static <T> String list(List<T> items, Function<T, String> shown) {
    if (items.isEmpty()) {
      return "none";
    }
    var first = items.stream().limit(MOST).map(shown).collect(Collectors.joining(", "));
    return items.size() <= MOST ? first : first + " and " + (items.size() - MOST) + " more";
  }

  private static String seconds(double seconds) {
    return BigDecimal.valueOf(seconds).stripTrailingZeros().toPlainString();
  }
}
