package dev.belay.cli.remote;

import dev.belay.cli.remote.CallRow.ColumnTime;
import java.util.List;

/** What a gateway knows of one tool, as {@code GET /api/jobs/estimates} reports it, for people. */
public record EstimateRow(JsonFields tool) {
  /** {@return the tools in the answer of {@code GET /api/jobs/estimates}} */
  public static List<EstimateRow> list(byte[] answer) {
    return JsonFields.of(answer).list("estimates").stream().map(EstimateRow::new).toList();
  }

  /** {@return the names of the columns} */
  public static List<String> heading() {
    return List.of("TOOL", "SERVER", "RUNS", "HALF", "9 IN 10", "ENDED IN HALF", "ENDED IN 9/10");
  }

  /** {@return the cells of the tool, each on one line, whatever name a server gave} */
  public List<String> cells() {
    return List.of(
        tool.line("tool"),
        tool.find("server") == null ? "-" : tool.line("server"),
        count("runs"),
        ColumnTime.text(tool.number("half_seconds")),
        ColumnTime.text(tool.number("most_seconds")),
        share("within_half", "jobs"),
        share("within_most", "jobs_with_most"));
  }

  private long number(String name) {
    var number = tool.number(name);
    return number == null ? 0 : Math.round(number);
  }

  private String count(String name) {
    return Long.toString(number(name));
  }

  private String share(String part, String whole) {
    long all = number(whole);
    return all == 0 ? "-" : Math.round(100.0 * number(part) / all) + "% of " + all;
  }
}
