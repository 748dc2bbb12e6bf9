package dev.belay.gateway.job;

import dev.belay.core.call.CallId;
import dev.belay.core.call.Heartbeat;
import dev.belay.core.job.Job;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.era.Era;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The messages about a job in the wire form of S2: answer, progress, result. */
final class SeedText {
  private static final Set<String> ENVELOPE = Set.of("success", "data", "messages");

  /** Thirty thousand years. */
  private static final double MOST_SECONDS = 1e12;

  private SeedText() {}

  /**
   * {@return the result of a call that goes on as a job (S2-2 … S2-6)}
   *
   * @param handle the fields of the job in the result that other clients get
   */
  static byte[] accepted(CallId job, JsonObject handle) {
    // The form has two words for a job: one that waits for a person has not begun to run.
    boolean isForPerson = JobText.INPUT_REQUIRED.equals(handle.text("status"));
    boolean isQueued = isForPerson || "queued".equals(handle.text("status"));
    // Of a queued job, the other figure counts its wait as well.
    var name = isQueued ? "estimated_remaining_seconds" : "estimated_runtime_seconds";
    var expected = seconds(handle.raw(name));
    var data =
        new JsonText()
            .text("job_id", job.toString())
            .raw("estimated_runtime_seconds", expected == null ? "null" : decimal(expected))
            .text("status", isQueued ? "queued" : "running");
    var text =
        (isForPerson
                ? "Operation waits for a person's approval. "
                : isQueued ? "Operation queued. " : "Operation running. ")
            + (expected == null
                ? "Its runtime is not known."
                : "Estimated runtime: " + text(expected));
    return envelope(true, data, message("info", text));
  }

  private static @Nullable BigDecimal seconds(byte @Nullable [] json) {
    try {
      double seconds = json == null ? -1 : Double.parseDouble(utf8(json));
      return seconds >= 0 && seconds < MOST_SECONDS
          ? BigDecimal.valueOf(Math.round(1_000 * seconds), 3)
          : null;
    } catch (NumberFormatException _) {
      return null;
    }
  }

  /** With a fraction always, so that readers of typed numbers get the type of S2-3. */
  private static String decimal(BigDecimal seconds) {
    var brief = seconds.stripTrailingZeros();
    return brief.setScale(Math.max(1, brief.scale())).toPlainString();
  }

  private static String text(BigDecimal seconds) {
    int places = seconds.compareTo(BigDecimal.TEN) < 0 ? 1 : 0;
    var rounded = seconds.setScale(places, RoundingMode.HALF_UP).stripTrailingZeros();
    return rounded.toPlainString() + "s";
  }

  private static JsonText message(String type, String text) {
    return new JsonText().text("type", type).text("text", text);
  }

  private static byte[] envelope(boolean isSuccess, JsonText data, JsonText message) {
    return new JsonText()
        .flag("success", isSuccess)
        .object("data", data)
        .objects("messages", List.of(message))
        .bytes();
  }

  /** {@return how far a report says that a job is, from 0 to 1; negative if it does not} */
  static double share(Heartbeat word) {
    var done = word.done();
    var total = word.total();
    double share = done == null || total == null || total <= 0 ? -1 : done / total;
    return share >= 0 ? Math.min(share, 1) : -1;
  }

  /** {@return the notification of progress (S2-7, S2-8)} */
  static byte[] progress(CallId job, double share, Heartbeat word, Instant now) {
    var message = word.message();
    var params =
        new JsonText()
            .text("job_id", job.toString())
            .raw("progress", BigDecimal.valueOf(share).toPlainString())
            .text("message", message == null ? "" : message)
            .text("timestamp", time(now));
    return Messages.notification("notifications/progress", params.bytes());
  }

  /** {@return the notification of the end, whatever it was (S2-9, S2-10, S2-30)} */
  static byte[] ended(Job job, Job.State.Ended ended) {
    var params =
        new JsonText()
            .text("job_id", job.id().toString())
            .raw("result", new String(result(job, ended), StandardCharsets.UTF_8))
            .text("timestamp", time(ended.at()));
    return Messages.notification("notifications/tool_result", params.bytes());
  }

  /** An envelope of the tool's own goes as it is (S2-24, C2); any other result is put in one. */
  private static byte[] result(Job job, Job.State.Ended ended) {
    var given = JsonObject.of(JobText.result(ended, Era.LEGACY));
    var result = given == null ? JsonObject.empty() : given;
    var structured = result.object("structuredContent");
    if (structured != null && structured.names().equals(ENVELOPE)) {
      return structured.json();
    }
    if (result.isTrue("isError")) {
      return failed(ended, texts(result));
    }
    var data = new JsonText();
    if (structured != null) {
      for (var name : structured.names()) {
        data.raw(name, utf8(Objects.requireNonNull(structured.raw(name))));
      }
    } else {
      var content = result.raw("content");
      data.raw("content", content == null ? "[]" : utf8(content));
    }
    return envelope(true, data, message("success", job.tool() + " completed successfully"));
  }

  private static byte[] failed(Job.State.Ended ended, String said) {
    int line = said.indexOf('\n');
    var text = line < 0 ? said : said.substring(0, line);
    var how = ended.how().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    var outcome = ended.detail().isEmpty() ? how : how + ": " + ended.detail();
    var error =
        message("error", text.isEmpty() ? "The tool failed." : text)
            .text("details", line < 0 ? outcome : said);
    return envelope(false, new JsonText(), error);
  }

  private static String texts(JsonObject result) {
    var content = result.raw("content");
    var items = content == null ? null : JsonArray.items(content);
    var texts = new ArrayList<String>();
    for (var item : items == null ? List.<byte[]>of() : items) {
      var object = JsonObject.of(item);
      @Nullable String text = object == null ? null : object.text("text");
      if (text != null) {
        texts.add(text);
      }
    }
    return String.join("\n", texts);
  }

  private static String utf8(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }

  private static String time(Instant moment) {
    return moment.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
