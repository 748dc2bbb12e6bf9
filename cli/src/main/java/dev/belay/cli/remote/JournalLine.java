package dev.belay.cli.remote;

import dev.belay.cli.display.Wrapped;
import dev.belay.cli.remote.CallRow.ColumnTime;
import dev.belay.cli.remote.ServerEvents.ServerEvent;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** One event of a gateway's journal as a line for people. */
public final class JournalLine {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("MM-dd HH:mm:ss.SSS", Locale.ROOT);
  private static final int LONGEST = 300;

  private JournalLine() {}

  /** {@return when, which call of which tool, by whom, and what happened to it} */
  public static String of(ServerEvent event, ZoneId zone) {
    var data = event.data();
    if (event.type().equals("replay_gap")) {
      var missed = data.number("missed");
      return "… "
          + (missed == null ? "events before these" : missed.longValue() + " events")
          + " are remembered no more";
    }
    var subject = data.has("call") ? data.in("call") : data;
    var upstream = subject.text("upstream");
    var who = subject.has("client") ? subject.text("client") : "";
    var line =
        time(data.text("at"), zone)
            + "  "
            + (data.has("call") ? RemoteCall.brief(subject.text("id")) : "--------")
            + "  "
            + (upstream.isEmpty() ? "" : upstream + " ")
            + subject.text("tool")
            + (who.isEmpty() ? "" : "  " + who)
            + "  "
            + words(event.type(), data);
    return Wrapped.brief(CallRow.line(line), LONGEST);
  }

  private static String time(String at, ZoneId zone) {
    try {
      return CLOCK.format(Instant.parse(at).atZone(zone));
    } catch (DateTimeException _) {
      return at;
    }
  }

  /** {@return what happened; the type itself for types of later versions} */
  static String words(String type, JsonFields data) {
    return switch (type) {
      case "accepted" -> "accepted";
      case "waiting" -> "waits: " + data.text("gate");
      case "running" -> "runs, " + limits(data);
      case "beat" -> beat(data);
      case "limits_replaced" -> "its limits are now " + limits(data) + by(data);
      case "held" -> "its idle clock is held: " + data.text("reason");
      case "released" -> "its idle clock goes on: " + data.text("reason");
      case "retrying" ->
          "attempt %d follows in %s: %s"
              .formatted(
                  data.count("attempt"),
                  ColumnTime.text(data.number("pause_s")),
                  data.text("reason"));
      case "shared" -> "takes the answer of " + RemoteCall.brief(data.text("of"));
      case "handed_off" -> "goes on as a job";
      case "settled" -> settled(data);
      case "stopped" -> "its work: " + data.text("step");
      case "late_result" -> "a result came after its end, and was dropped";
      case "tool_changed" -> "its definition has changed: " + data.text("verdict");
      case "tool_accepted" -> "its changed definition is accepted";
      default -> type;
    };
  }

  private static String limits(JsonFields data) {
    return "timeout "
        + ColumnTime.limit(data.number("timeout_s"))
        + ", idle_timeout "
        + ColumnTime.limit(data.number("idle_timeout_s"));
  }

  private static String by(JsonFields data) {
    return data.text("by").isEmpty() ? "" : " by " + data.text("by");
  }

  private static String beat(JsonFields data) {
    var progress =
        CallRow.progress(data.number("done"), data.number("total"), data.find("message"));
    return "progress" + (progress.isEmpty() ? "" : ": " + progress);
  }

  private static String settled(JsonFields data) {
    var detail = data.text("detail");
    var waited = data.number("waited_s");
    return data.text("outcome")
        + (detail.isEmpty() ? "" : " (" + detail + ")")
        + by(data)
        + " after "
        + ColumnTime.text(data.number("ran_s"))
        + (waited == null || waited < 0.1 ? "" : ", having waited " + ColumnTime.text(waited));
  }
}
