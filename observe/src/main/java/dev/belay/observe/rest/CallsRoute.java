package dev.belay.observe.rest;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallDirectory;
import dev.belay.core.call.CallInfo;
import dev.belay.core.journal.Journal;
import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.mcp.envelope.JsonText;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * {@code GET /api/calls}: calls that have not ended, the oldest first, and ended ones whose work
 * goes on.
 */
record CallsRoute(
    CallDirectory directory,
    Journal journal,
    EventIds ids,
    LeftBehindProcesses leftBehind,
    CallText text)
    implements Route {
  private static final Comparator<Call> OLDEST_FIRST =
      Comparator.comparing(call -> call.info().acceptedAt());

  @Override
  public void handle(Request request, Response response) {
    var sight = new Sight(request.requireCaller());
    // Read before the calls: an event in between is seen twice rather than missed.
    var asOf = ids.of(journal.next() - 1);
    var calls =
        directory.calls().stream()
            .filter(call -> sight.covers(call.info().caller().principal()))
            .sorted(OLDEST_FIRST)
            .map(text::unended)
            .flatMap(Optional::stream)
            .toList();
    var abandoned =
        directory.abandoned().stream()
            .filter(call -> sight.covers(call.info().caller().principal()))
            .sorted(OLDEST_FIRST)
            .map(text::abandoned)
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
}
