package dev.belay.observe.rest;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import dev.belay.core.call.Governor;
import dev.belay.core.call.ProcessInfo;
import dev.belay.core.call.StopStep;
import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.Journal;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.call.Decisions.Decision;
import dev.belay.gateway.upstream.LeftBehind;
import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.PathPattern;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.mcp.envelope.Controls;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /api/calls/{id}/cancel}: cancels one call with the cause <em>user</em>, and reports
 * the effect; on request it also ends processes that the call has left behind. Safe to repeat.
 */
record CancelRoute(
    PathPattern path,
    Governor governor,
    Journal journal,
    Decisions decisions,
    LeftBehindProcesses leftBehind)
    implements Route {

  /** What is said of a body that is none. */
  static final String NO_WISH = "the body is a JSON object with a \"reason\", or empty";

  /** Longer reasons are cut: they reach the client, the journal and the audit log. */
  private static final int LONGEST_REASON = 500;

  /** The wait for a stop beyond its grace, to report how far it went: KILL alone may take 2 s. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** The longest wait for a stop, even with a longer grace: clients have limits of their own. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);

  /**
   * Contents of the body.
   *
   * @param processes whether to end processes left behind too
   * @param waits whether the answer waits for the stop, to report on it
   */
  record Wish(String reason, boolean processes, boolean waits) {}

  @Override
  public void handle(Request request, Response response) throws InterruptedException {
    var sight = new Sight(request.requireCaller());
    var wish = wish(request.body());
    if (wish == null) {
      JsonAnswer.error(response, 400, NO_WISH);
      return;
    }
    var text = String.valueOf(path.parameter(request.path()));
    var id = CallId.parse(text).orElse(null);
    var call = id == null ? null : governor.directory().find(id).orElse(null);
    if (call != null && sight.covers(call.info().caller().principal())) {
      var result = cancel(call, sight.who().principal(), wish);
      JsonAnswer.json(response, 200, told(result, call, ended(wish, call.id(), sight)));
      return;
    }
    var ended = call == null && id != null ? ended(wish, id, sight) : List.<ProcessInfo>of();
    if (!ended.isEmpty() || (call == null && hasEnded(text, sight))) {
      JsonAnswer.json(
          response,
          200,
          result(text, /* cancelled= */ false, "settled")
              .text("stopped", null)
              .objects("killed", json(ended))
              .objects("left_behind", leftBy(id, sight)));
    } else {
      JsonAnswer.error(response, 404, "no such call");
    }
  }

  private JsonText cancel(Call call, String principal, Wish wish) throws InterruptedException {
    boolean cancelled = call.cancel(Cause.USER, by(principal, wish.reason()));
    decisions.decided(
        new Decision(
            "cancel",
            cancelled ? "cancelled" : "too late",
            principal,
            call.id().toString(),
            wish.reason()));
    if (cancelled && wish.waits()) {
      var grace = call.request().grace();
      var limit = (grace == null ? governor.grace() : grace).plus(PATIENCE);
      var _ = call.awaitStop(limit.compareTo(LONGEST_WAIT) < 0 ? limit : LONGEST_WAIT);
    }
    return result(call.id().toString(), cancelled, CallText.state(call.state()));
  }

  /** Reports the state of the work, as far as it is known. */
  private static JsonText told(JsonText result, Call call, List<ProcessInfo> ended) {
    var effects = call.stopEffects();
    var killed = new ArrayList<>(effects.killed());
    killed.addAll(ended);
    var left = new ArrayList<>(effects.leftBehind());
    left.removeAll(ended);
    return result
        .text("stopped", call.stopStep().map(StopStep::text).orElse(null))
        .objects("killed", json(killed))
        .objects("left_behind", json(left));
  }

  private static List<JsonText> json(List<ProcessInfo> processes) {
    return processes.stream().map(LeftBehind::json).toList();
  }

  private List<JsonText> leftBy(@Nullable CallId id, Sight sight) {
    return id == null
        ? List.of()
        : json(
            leftBehind.list().stream()
                .filter(one -> one.isOf(id) && isSeen(one, sight))
                .map(LeftBehind::process)
                .toList());
  }

  private static boolean isSeen(LeftBehind one, Sight sight) {
    return one.calls().stream().anyMatch(call -> sight.covers(call.caller().principal()));
  }

  /** Ends processes left behind by the call, except those shared with calls of others. */
  private List<ProcessInfo> ended(Wish wish, CallId id, Sight sight) {
    if (!wish.processes()) {
      return List.of();
    }
    var ended =
        leftBehind.kill(one ->
            one.isOf(id)
                && one.calls().stream().allMatch(call -> sight.covers(call.caller().principal())));
    if (!ended.isEmpty()) {
      decisions.decided(
          new Decision(
              "cancel", "processes", sight.who().principal(), id.toString(), wish.reason()));
    }
    return ended;
  }

  private static JsonText result(String id, boolean cancelled, String state) {
    return new JsonText().text("id", id).flag("cancelled", cancelled).text("state", state);
  }

  static String by(String principal, String reason) {
    return reason.isEmpty() ? principal : principal + ": " + reason;
  }

  /** The journal remembers ended calls long enough for clients with an old list. */
  private boolean hasEnded(String id, Sight sight) {
    var reader = journal.readerFromOldest();
    for (var reading = reader.poll(); reading != null; reading = reader.poll()) {
      if (reading instanceof Journal.Entry entry
          && entry.subject().callId().equals(id)
          && sight.covers(entry.subject().principal())) {
        return true;
      }
    }
    return false;
  }

  /** Returns the wish in the body, which may be empty; null if the body is invalid. */
  static @Nullable Wish wish(byte[] body) {
    if (body.length == 0) {
      return new Wish("", /* processes= */ false, /* waits= */ true);
    }
    try {
      var object = JsonObject.of(body, Slices.value(body));
      return object == null
          ? null
          : new Wish(
              cleaned(object.text("reason")),
              object.isTrue("processes"),
              !object.isTrue("at_once"));
    } catch (NotJson _) {
      return null;
    }
  }

  /** {@return a reason on one line, of bounded length} */
  static String cleaned(@Nullable String reason) {
    if (reason == null) {
      return "";
    }
    var line = Controls.line(reason);
    return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "…";
  }
}
