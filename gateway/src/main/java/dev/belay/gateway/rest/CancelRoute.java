package dev.belay.gateway.rest;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallDirectory;
import dev.belay.core.call.CallId;
import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.Journal;
import dev.belay.gateway.audit.Decisions;
import dev.belay.gateway.audit.Decisions.Decision;
import dev.belay.http.route.PathPattern;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.mcp.envelope.Controls;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import org.jspecify.annotations.Nullable;

/** {@code POST /api/calls/{id}/cancel}: ends one call, cause <em>user</em>; safe to repeat. */
record CancelRoute(PathPattern path, CallDirectory directory, Journal journal, Decisions decisions)
    implements Route {

  /** Longer reasons are cut: they reach the client, the journal and the audit log. */
  private static final int LONGEST_REASON = 500;

  @Override
  public void handle(Request request, Response response) {
    var sight = new Sight(request.requireCaller());
    var reason = reason(request.body());
    if (reason == null) {
      Answer.error(response, 400, "the body is a JSON object with a \"reason\", or empty");
      return;
    }
    var id = String.valueOf(path.parameter(request.path()));
    var call = CallId.parse(id).flatMap(directory::find).orElse(null);
    if (call != null && sight.covers(call.info().caller().principal())) {
      cancel(response, call, sight.who().principal(), reason);
    } else if (call == null && hasEnded(id, sight)) {
      Answer.json(response, 200, result(id, /* cancelled= */ false, "settled"));
    } else {
      Answer.error(response, 404, "no such call");
    }
  }

  private void cancel(Response response, Call call, String principal, String reason) {
    boolean cancelled = call.cancel(Cause.USER, by(principal, reason));
    decisions.decided(
        new Decision(
            "cancel",
            cancelled ? "cancelled" : "too late",
            principal,
            call.id().toString(),
            reason));
    Answer.json(
        response, 200, result(call.id().toString(), cancelled, CallsRoute.state(call.state())));
  }

  private static JsonText result(String id, boolean cancelled, String state) {
    return new JsonText().text("id", id).flag("cancelled", cancelled).text("state", state);
  }

  private static String by(String principal, String reason) {
    return reason.isEmpty() ? principal : principal + ": " + reason;
  }

  /** The journal remembers who has ended, for as long as anybody may come back with an old list. */
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

  /** What the body gives as a reason, perhaps nothing; null if it is not such a body. */
  private static @Nullable String reason(byte[] body) {
    if (body.length == 0) {
      return "";
    }
    try {
      var object = JsonObject.of(body, Slices.value(body));
      return object == null ? null : cleaned(object.text("reason"));
    } catch (NotJson _) {
      return null;
    }
  }

  private static String cleaned(@Nullable String reason) {
    if (reason == null) {
      return "";
    }
    var line = Controls.line(reason);
    return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "…";
  }
}
