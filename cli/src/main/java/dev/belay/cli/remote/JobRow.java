package dev.belay.cli.remote;

import dev.belay.cli.display.ShownProgress;
import dev.belay.cli.remote.CallRow.ColumnTime;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** One job of a running gateway, as {@code GET /api/jobs} reports it, for people. */
public record JobRow(JsonFields job) {
  private static final Set<String> OPEN = Set.of("queued", "running", "waiting", "input_required");

  /** {@return the jobs in the answer of {@code GET /api/jobs}} */
  public static List<JobRow> list(byte[] answer) {
    return JsonFields.of(answer).list("jobs").stream().map(JobRow::new).toList();
  }

  /** {@return the job in the answer of {@code GET /api/jobs/ID}} */
  public static JobRow of(byte[] answer) {
    return new JobRow(JsonFields.of(answer));
  }

  /** {@return the whole id} */
  public String id() {
    return job.text("job_id");
  }

  /** {@return what it does, or how it ended} */
  public String status() {
    return job.line("status");
  }

  /** {@return whether it has ended} */
  public boolean hasEnded() {
    return !isOpen(status());
  }

  /** {@return whether a job of that status has not ended} */
  public static boolean isOpen(String status) {
    return OPEN.contains(status);
  }

  /** {@return the tool's name} */
  public String tool() {
    return job.line("tool");
  }

  /** {@return how long it has taken} */
  public Duration ran() {
    var seconds = job.number("elapsed_seconds");
    return seconds == null ? Duration.ZERO : Duration.ofMillis((long) (seconds * 1_000));
  }

  /** {@return how far it is} */
  public ShownProgress shown() {
    var message = message();
    var done = job.number("done");
    var total = job.number("total");
    double share = done == null || total == null || total <= 0 ? -1 : done / total;
    return new ShownProgress(
        null, null, share < 0 ? -1 : Math.min(share, 1), message.isEmpty() ? status() : message);
  }

  /** {@return the names of the columns} */
  public static List<String> heading() {
    return List.of("ID", "TOOL", "SERVER", "PRINCIPAL", "STATUS", "ELAPSED", "EXPIRES", "MESSAGE");
  }

  /** {@return the cells of the job, each on one line, whatever text a server wrote} */
  public List<String> cells() {
    return List.of(
        CallRow.line(RemoteCall.brief(id())),
        job.line("tool"),
        server(),
        job.line("principal"),
        status(),
        elapsed(),
        job.line("expires"),
        message());
  }

  private String server() {
    return job.find("server") == null ? "-" : job.line("server");
  }

  private String elapsed() {
    return ColumnTime.text(job.number("elapsed_seconds"));
  }

  private String message() {
    return CallRow.progress(job.number("done"), job.number("total"), job.find("message"));
  }

  /** {@return all that is known of the job, a line each, and what to do next} */
  public String page() {
    var page =
        new StringBuilder()
            .append(line("job", CallRow.line(id())))
            .append(line("tool", job.line("tool")))
            .append(line("server", server()))
            .append(line("principal", job.line("principal")))
            .append(line("status", status()))
            .append(line("elapsed", elapsed()));
    if (!message().isEmpty()) {
      page.append(line("message", message()));
    }
    if (hasEnded()) {
      page.append(line("ended", job.line("ended")));
    }
    return page.append(line("expires", job.line("expires")))
        .append(line("next", "belay job result " + brief() + (hasEnded() ? "" : " --wait 60")))
        .toString();
  }

  private String brief() {
    return CallRow.line(RemoteCall.brief(id()));
  }

  private static String line(String name, String value) {
    return name + " ".repeat(11 - name.length()) + value + "\n";
  }
}
