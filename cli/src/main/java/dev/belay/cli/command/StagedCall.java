package dev.belay.cli.command;

import dev.belay.cli.client.LocalClient.JobId;
import dev.belay.cli.client.LocalClient.RequestFailed;
import dev.belay.cli.client.LocalConversation;
import dev.belay.cli.display.Display;
import dev.belay.cli.display.ShownProgress;
import dev.belay.cli.remote.JobRow;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Interrupted;
import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Controls;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A call that was answered with a job in place of its result: in the wire form of S2, or by a
 * handle of Belay.
 *
 * @param estimate how long it is expected to take, in seconds, as written; null if unknown
 * @param shown what is shown of it until there is news
 */
record StagedCall(
    Form form, JobId job, String status, @Nullable String estimate, ShownProgress shown) {
  /** Within which {@code job_result} answers: how old progress gets that is shown. */
  private static final Duration LOOK = Duration.ofSeconds(2);

  /** How the server tells of the job. */
  enum Form {
    /** It notifies of progress and of the end (S2-25 … S2-27). */
    NOTIFIED,
    /** It is asked by the tool {@code job_result}. */
    POLLED
  }

  /** How a job ended, as a command prints it. */
  sealed interface End {
    /** A result of MCP. */
    record Result(CallResult result) implements End {}

    /**
     * The envelope of S2.
     *
     * @param out what goes to standard output
     * @param lines the messages, for people
     */
    record Enveloped(ExitCode exit, String json, String out, List<String> lines) implements End {}

    /** It had no end in time. */
    record None() implements End {}
  }

  /** {@return the job that a call was answered with; null for any other answer} */
  static @Nullable StagedCall of(Envelope response) {
    var raw = response.raw(Member.RESULT);
    var result = raw == null ? null : JsonObject.of(raw);
    if (result == null) {
      return null;
    }
    if (result.isTrue("success") && !result.has("content")) {
      return of(Form.NOTIFIED, result.object("data"));
    }
    var structured = result.object("structuredContent");
    var meta = result.object("_meta");
    return of(
        Form.POLLED,
        structured == null && meta != null ? meta.object("dev.belay/job") : structured);
  }

  private static @Nullable StagedCall of(Form form, @Nullable JsonObject fields) {
    var id = fields == null ? null : fields.text("job_id");
    var status = fields == null ? null : fields.text("status");
    if (fields == null || id == null || status == null || !JobRow.isOpen(status)) {
      return null;
    }
    var estimate = fields.raw("estimated_runtime_seconds");
    var number = estimate == null ? "null" : utf8(estimate);
    var known = number.equals("null") ? null : number;
    return new StagedCall(form, new JobId(id), status, known, shown(fields, status, known));
  }

  private static ShownProgress shown(JsonObject fields, String status, @Nullable String estimate) {
    var expected = estimate == null ? "" : ", about " + Controls.line(estimate) + "s";
    var message = fields.text("message");
    var done = number(fields.raw("done"));
    var total = number(fields.raw("total"));
    double share = total > 0 && done >= 0 ? Math.min(done / total, 1) : -1;
    var said = message == null ? status + expected : Controls.line(message);
    return new ShownProgress(null, null, share, said);
  }

  private static double number(byte @Nullable [] json) {
    try {
      return json == null ? -1 : Double.parseDouble(utf8(json));
    } catch (NumberFormatException _) {
      return -1;
    }
  }

  /**
   * Waits for the end, and shows progress meanwhile.
   *
   * @param limit how long; zero for as long as it takes
   */
  End await(LocalConversation server, Display display, Duration limit, Time time)
      throws RequestFailed, Interrupted, InterruptedException {
    return switch (form) {
      case NOTIFIED -> {
        var end = server.end(job, limit);
        yield end == null ? new End.None() : enveloped(end);
      }
      case POLLED -> polled(server, display, Deadline.after(time.nanos(), limit), time);
    };
  }

  private End polled(LocalConversation server, Display display, Deadline deadline, Time time)
      throws RequestFailed, Interrupted {
    while (true) {
      var left = deadline.left(time.nanos());
      if (!left.isPositive()) {
        return new End.None();
      }
      double wait = Math.min(left.toMillis(), LOOK.toMillis()) / 1000.0;
      var answer =
          server.call(
              "job_result",
              "{\"job_id\":" + JsonString.quote(job.id()) + ",\"wait_seconds\":" + wait + "}");
      var now = of(answer);
      if (now == null || !now.job.equals(job)) {
        return new End.Result(new CallResult(answer));
      }
      display.progress(now.shown());
    }
  }

  private static End enveloped(Envelope notification) {
    var raw = notification.raw(Member.PARAMS);
    var params = raw == null ? null : JsonObject.of(raw);
    var given = params == null ? null : params.object("result");
    var result = given == null ? JsonObject.empty() : given;
    var lines = new ArrayList<String>();
    var exit = result.isTrue("success") ? ExitCode.OK : ExitCode.ERROR;
    for (var line : lines(result)) {
      var text = line.text("text");
      var details = line.text("details");
      lines.add(text == null ? "" : text);
      if (details != null) {
        lines.add(details);
        exit = exit == ExitCode.ERROR ? exit(details) : exit;
      }
    }
    return new End.Enveloped(exit, utf8(result.json()), out(result), lines);
  }

  /** Belay says so in the details of a failure that is no tool's own. */
  private static ExitCode exit(String details) {
    return details.startsWith("timed out")
        ? ExitCode.TIMED_OUT
        : details.startsWith("cancelled") ? ExitCode.INTERRUPTED : ExitCode.ERROR;
  }

  private static List<JsonObject> lines(JsonObject result) {
    var messages = result.raw("messages");
    var items = messages == null ? null : JsonArray.items(messages);
    var lines = new ArrayList<JsonObject>();
    for (var item : items == null ? List.<byte[]>of() : items) {
      var line = JsonObject.of(item);
      if (line != null) {
        lines.add(line);
      }
    }
    return lines;
  }

  /** A result that was put in the envelope on its way is printed as it was before. */
  private static String out(JsonObject result) {
    var data = result.object("data");
    if (data == null) {
      return "";
    }
    boolean isContent = data.names().equals(Set.of("content"));
    return isContent ? CallResult.of(data.json()).text() : utf8(data.json()) + "\n";
  }

  private static String utf8(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }
}
