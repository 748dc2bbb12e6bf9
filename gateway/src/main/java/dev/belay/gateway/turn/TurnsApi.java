package dev.belay.gateway.turn;

import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnId;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.call.Decisions.Decision;
import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Access;
import dev.belay.http.route.Guarded;
import dev.belay.http.route.PathPattern;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.http.route.Routes;
import dev.belay.http.route.UrlText;
import dev.belay.mcp.envelope.JsonText;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Everything under {@code /api/turns}. Safe for use by many threads.
 *
 * <p>Principals with {@link Access#ADMIN} see and abort all turns, others their own; to them, a
 * turn of another principal does not exist.
 */
public final class TurnsApi {
  private static final PathPattern ONE = PathPattern.of("/api/turns/{id}");
  private static final PathPattern EVENTS = PathPattern.of("/api/turns/{id}/events");
  private static final PathPattern ABORT = PathPattern.of("/api/turns/{id}/abort");
  private static final PathPattern ABORT_TOOL =
      PathPattern.of("/api/turns/{id}/abort-tool/{toolId}");

  private final TurnRegistry registry;
  private final Route runner;
  private final Access access;
  private final Decisions decisions;

  /**
   * Creates the API of those turns.
   *
   * @param runner handles requests for new turns
   * @param decisions receives the aborts and their principals
   */
  public TurnsApi(TurnRegistry registry, Route runner, Access access, Decisions decisions) {
    this.registry = registry;
    this.runner = runner;
    this.access = access;
    this.decisions = decisions;
  }

  /** {@return its routes} */
  public Routes routes() {
    return Routes.none()
        .with("POST", "/api/turns", guarded(runner))
        .with("GET", "/api/turns/active", guarded(this::active))
        .with("GET", ONE, guarded(this::one))
        .with("GET", EVENTS, guarded(this::events))
        .with("POST", ABORT, guarded(this::abort))
        .with("POST", ABORT_TOOL, guarded(this::abortTool));
  }

  private Guarded guarded(Route route) {
    return new Guarded(access, route);
  }

  private void active(Request request, Response response) {
    var who = request.requireCaller();
    var turns =
        registry.active().stream()
            .filter(turn -> registry.find(turn.turnId()).filter(one -> isOf(who, one)).isPresent())
            .map(TurnText::details)
            .toList();
    JsonAnswer.json(response, 200, new JsonText().objects("turns", turns));
  }

  private static boolean isOf(Access.Known who, Turn turn) {
    return who.isAdmin() || who.principal().equals(turn.request().caller().principal());
  }

  /** {@return the turn that the path names, if the caller may see it} */
  private @Nullable Turn turn(PathPattern pattern, Request request) {
    var who = request.requireCaller();
    return registry
        .find(new TurnId(parts(pattern, request).getFirst()))
        .filter(turn -> isOf(who, turn))
        .orElse(null);
  }

  /** Ids contain colons, which some clients encode. */
  private static List<String> parts(PathPattern pattern, Request request) {
    return Objects.requireNonNull(pattern.parameters(request.path())).stream()
        .map(UrlText::decoded)
        .toList();
  }

  private static void unknown(Response response) {
    JsonAnswer.error(response, 404, "Turn not found or already completed");
  }

  private void one(Request request, Response response) {
    var turn = turn(ONE, request);
    if (turn == null) {
      unknown(response);
      return;
    }
    var status =
        turn.hasEnded()
            ? turn.stopped().map(AbortReason::word).map(_ -> "aborted").orElse("complete")
            : "running";
    var json = TurnText.details(turn.details()).text("status", status);
    turn.stopped().ifPresent(why -> json.text("reason", why.word()).text("detail", why.detail()));
    JsonAnswer.json(response, 200, json);
  }

  private void events(Request request, Response response) {
    var turn = turn(EVENTS, request);
    if (turn == null) {
      unknown(response);
      return;
    }
    if (turn.request().isKeptBy(request.requireCaller().principal())) {
      response.onGone(turn.attach()::leave);
    }
    var thread = TurnStream.begin(turn, after(request), response.stream(List.of()));
    response.onGone(thread::interrupt);
  }

  /** {@return the number after the reader's last event; 0 for a new reader} */
  private static long after(Request request) {
    var last = request.header("last-event-id");
    return last == null || !last.matches("\\d{1,12}") ? 0 : Long.parseLong(last) + 1;
  }

  private void abort(Request request, Response response) {
    var turn = turn(ABORT, request);
    if (turn == null || turn.hasEnded()) {
      unknown(response);
      return;
    }
    boolean isFirst = turn.abort(AbortReason.USER);
    decided(request, "abort turn", isFirst, turn.id().text());
    JsonAnswer.json(
        response, 200, new JsonText().flag("ok", true).text("turnId", turn.id().text()));
  }

  private void abortTool(Request request, Response response) {
    var turn = turn(ABORT_TOOL, request);
    if (turn == null || turn.hasEnded()) {
      unknown(response);
      return;
    }
    var toolId = parts(ABORT_TOOL, request).get(1);
    if (turn.abortTool(toolId)) {
      decided(request, "abort tool", /* isFirst= */ true, turn.id().text() + " " + toolId);
      JsonAnswer.json(
          response,
          200,
          new JsonText().flag("ok", true).text("turnId", turn.id().text()).text("toolId", toolId));
    } else {
      JsonAnswer.error(response, 404, "Tool not found or already completed");
    }
  }

  private void decided(Request request, String what, boolean isFirst, String id) {
    decisions.decided(
        new Decision(
            what,
            isFirst ? "cancelled" : "too late",
            request.requireCaller().principal(),
            null,
            id));
  }
}
