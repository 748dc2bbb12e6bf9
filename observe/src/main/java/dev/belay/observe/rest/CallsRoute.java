package dev.belay.observe.rest;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallDirectory;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.CallSnapshot;
import dev.belay.core.call.CallState;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Outcome;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.Time;
import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.mcp.envelope.JsonText;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/calls}: calls that have not ended, the oldest first, and ended ones whose work
 * goes on.
 */
record CallsRoute(
    CallDirectory directory,
    Journal journal,
    EventIds ids,
    LeftBehindProcesses leftBehind,
    Time time)
    implements Route {

  @Override
  public void handle(Request request, Response response) {
    var sight = new Sight(request.requireCaller());
    // Read before the calls: an event in between is seen twice rather than missed.
    var asOf = ids.of(journal.next() - 1);
    var calls =
        directory.calls().stream()
            .filter(call -> sight.covers(call.info().caller().principal()))
            .map(Call::snapshot)
            .filter(call -> !(call.state() instanceof CallState.Settled))
            .sorted(Comparator.comparing(call -> call.info().acceptedAt()))
            .map(this::json)
            .toList();
    var abandoned =
        directory.abandoned().stream()
            .filter(call -> sight.covers(call.info().caller().principal()))
            .sorted(Comparator.comparing(call -> call.info().acceptedAt()))
            .map(CallsRoute::abandoned)
            .toList();
    JsonAnswer.json(
        response,
        200,
        new JsonText()
            .objects("calls", calls)
            .objects("abandoned", abandoned)
            .objects("left_behind", leftBehind(sight))
            .text("as_of", asOf));
  }

  /** A caller sees the processes left behind by its own calls. */
  private List<JsonText> leftBehind(Sight sight) {
    Predicate<CallInfo> own = call -> sight.covers(call.caller().principal());
    return leftBehind.list().stream()
        .filter(one -> one.calls().stream().anyMatch(own))
        .map(one -> one.json(own))
        .toList();
  }

  private static JsonText abandoned(Call call) {
    var info = call.info();
    var stack = call.stack();
    return new JsonText()
        .text("id", info.id().toString())
        .text("tool", info.tool())
        .text("upstream", info.upstream())
        .text("principal", info.caller().principal())
        .text("outcome", call.outcome().map(Outcome::word).orElse(null))
        .text("accepted_at", info.acceptedAt().toString())
        .text("at", stack.isEmpty() ? null : stack.getFirst().toString());
  }

  private JsonText json(CallSnapshot call) {
    var info = call.info();
    return new JsonText()
        .text("id", info.id().toString())
        .text("tool", info.tool())
        .text("upstream", info.upstream())
        .text("principal", info.caller().principal())
        .text("state", state(call.state()))
        .text("held", call.heldFor())
        .seconds("elapsed_s", call.elapsed())
        .text("accepted_at", info.acceptedAt().toString())
        .raw("last_heartbeat", heartbeat(call))
        .object("limits", limits(call.limits()))
        .number("attempt", call.attempt())
        .flag("progress_backed", call.isProgressBacked());
  }

  /** Returns the word for a call's state. */
  static String state(CallState state) {
    return switch (state) {
      case CallState.Accepted _ -> "accepted";
      case CallState.Waiting _ -> "waiting";
      case CallState.Running _ -> "running";
      case CallState.Settled _ -> "settled";
    };
  }

  private String heartbeat(CallSnapshot call) {
    var age = call.sinceBeat();
    if (age == null) {
      return "null";
    }
    var word = call.lastWord();
    return new JsonText()
        .text("at", time.wall().minus(age).toString())
        .seconds("age_s", age)
        .text("message", word == null ? null : word.message())
        .number("done", word == null ? null : word.done())
        .number("total", word == null ? null : word.total())
        .toString();
  }

  private static JsonText limits(Limits limits) {
    return new JsonText()
        .seconds("timeout_s", orNull(limits.timeout()))
        .seconds("idle_timeout_s", orNull(limits.idleTimeout()));
  }

  /** Shows a missing limit as null, since 0 would read as "at once". */
  static @Nullable Duration orNull(Duration limit) {
    return limit.isZero() ? null : limit;
  }
}
