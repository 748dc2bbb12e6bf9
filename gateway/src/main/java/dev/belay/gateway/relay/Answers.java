package dev.belay.gateway.relay;

import dev.belay.core.call.Failure;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Seconds;
import dev.belay.core.cancel.Cause;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import dev.belay.mcp.envelope.TextResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a {@code tools/call}, for each outcome: a tool's own answer as it came, else a
 * result that a model can act on, or none at all.
 */
final class Answers {
  private Answers() {}

  /** {@return the response; null where the client wants none} */
  static byte @Nullable [] to(GovernedRequest request, RequestId id, Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed _ -> completed(request, id);
      case Outcome.Failed(Failure failure) -> error(request, id, outcome, failed(failure));
      case Outcome.TimedOut timedOut -> error(request, id, outcome, timedOut(request, timedOut));
      case Outcome.Refused(String _, String reason) -> error(request, id, outcome, reason);
      case Outcome.Cancelled(Cause cause, String by) -> {
        var text = cancelled(cause, by);
        yield text == null ? null : error(request, id, outcome, text);
      }
    };
  }

  private static byte[] completed(GovernedRequest request, RequestId id) {
    var response = request.response();
    var result = response.result();
    if (response.kind() == Kind.RESPONSE && result != null && result.isNull(response.bytes())) {
      return render(request, id, "The tool gave no result (null).", "{}");
    }
    var message = request.toClient(id);
    var notice = response.kind() == Kind.RESPONSE ? request.takeRestartNotice() : null;
    return notice == null ? message : noticed(message, notice);
  }

  private static byte[] noticed(byte[] message, String notice) {
    // What a crash left on stderr is lines of its own, after which no sentence can go on.
    var gap = notice.contains("\n") ? "\n" : " ";
    try {
      return Splice.of(Envelope.parse(message, Bounds.DEFAULT))
          .appendContent(
              TextResult.item(
                  "[belay] " + notice + gap + "It was started again and may have lost its state."))
          .bytes();
    } catch (MalformedEnvelope e) {
      throw new IllegalStateException("a message of ours is none", e);
    }
  }

  private static String failed(Failure failure) {
    return switch (failure.kind()) {
      case UPSTREAM_CRASHED ->
          failure.message()
              + "\nThis call has no result. Call again if the tool is safe to repeat.";
      case OVERLOADED -> failure.message() + " Try again later, with fewer calls at once.";
      case TOOL, UPSTREAM_UNAVAILABLE, UPSTREAM_PROTOCOL, LEDGER -> failure.message();
    };
  }

  private static String timedOut(GovernedRequest request, Outcome.TimedOut timedOut) {
    var text = new StringBuilder(timedOut.message());
    var last = timedOut.last();
    if (last != null && last.message() != null) {
      text.append(" Last progress: \"").append(last.message()).append("\", ");
      text.append(Seconds.text(rounded(last.elapsed()))).append("s after the start.");
    }
    text.append(
        request.hasOwnProcess() ? " Its process was stopped." : " The server was told to stop.");
    text.append(" If the call needs longer, raise ");
    text.append(lever(request.terms(), timedOut));
    return text.append(", or make the task smaller.").toString();
  }

  private static Duration rounded(Duration duration) {
    return Duration.ofMillis(duration.toMillis() / 100 * 100);
  }

  /** What the user turns to get a longer limit: the request's own wish, or a setting. */
  private static String lever(Terms terms, Outcome.TimedOut timedOut) {
    var configured =
        switch (timedOut.limit()) {
          case IDLE -> terms.configured().idleTimeout();
          case TOTAL -> terms.configured().timeout();
        };
    // A wish is capped by the total limit, whichever of the two it was that fired (C28).
    var cap = terms.configured().timeout();
    if (timedOut.allowed().equals(configured.value())) {
      boolean isBelowCap = cap.isNone() || timedOut.allowed().compareTo(cap.value()) < 0;
      return isBelowCap
          ? configured.lever() + ", or pass _meta.timeout (milliseconds)"
          : configured.lever();
    }
    return timedOut.allowed().equals(cap.value())
        ? cap.lever()
        : "the _meta.timeout (milliseconds) of this call, up to " + cap.lever();
  }

  /** One pinned text a cause (C9); null where the client has left or taken the call back. */
  private static @Nullable String cancelled(Cause cause, String by) {
    return switch (cause) {
      case CLIENT, CLIENT_GONE -> null;
      case USER -> "[CANCELLED] Call cancelled by user." + (by.isEmpty() ? "" : " (" + by + ")");
      case PARENT -> "[CANCELLED] What this call belonged to was cancelled.";
      case TURN_LIMIT -> "[CANCELLED] The turn used up its time.";
      case SHUTDOWN -> "[CANCELLED] Belay is shutting down.";
    };
  }

  private static byte[] error(GovernedRequest request, RequestId id, Outcome outcome, String text) {
    var meta =
        "{\"dev.belay/outcome\":{\"outcome\":"
            + JsonString.quote(outcome.word())
            + ",\"detail\":"
            + JsonString.quote(outcome.detail())
            + "}}";
    return render(request, id, text, meta);
  }

  private static byte[] render(GovernedRequest request, RequestId id, String text, String meta) {
    var result = TextResult.error(text).meta(meta.getBytes(StandardCharsets.UTF_8));
    if (request.request().has(Member.META_PROTOCOL_VERSION)) {
      result.complete();
    }
    return Messages.response(id, result.json());
  }
}
