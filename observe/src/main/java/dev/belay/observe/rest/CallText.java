package dev.belay.observe.rest;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallDirectory;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallSnapshot;
import dev.belay.core.call.CallState;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Outcome;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.observe.audit.ShortArguments;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Encodes calls for readers over HTTP, as a row each. */
record CallText(CallDirectory directory, ShortArguments arguments, Time time) {
  /**
   * {@return the short form of what a call was asked, which may have ended; null where that is not
   * kept, or may not be shown}
   *
   * @param upstream the server that has the tool; null for a tool of this program
   */
  @Nullable String arguments(CallId id, @Nullable String upstream, String tool) {
    var asked = directory.arguments(id).orElse(null);
    return asked == null ? null : arguments.of(upstream, tool, asked);
  }

  /** {@return the row of a call; empty if the call has ended} */
  Optional<JsonText> unended(Call call) {
    var now = call.snapshot();
    return now.state() instanceof CallState.Settled
        ? Optional.empty()
        : Optional.of(json(call, now));
  }

  /** {@return the row of a call as it was at that moment} */
  JsonText json(Call call, CallSnapshot now) {
    var info = call.info();
    var caller = info.caller();
    return new JsonText()
        .text("id", info.id().toString())
        .text("tool", info.tool())
        .text("upstream", info.upstream())
        .text("arguments", arguments.of(call))
        .text("principal", caller.principal())
        .text("client", caller.client())
        .text("turn", caller.turnId())
        .text("state", state(now.state()))
        .text("held", now.heldFor())
        .seconds("elapsed_s", now.elapsed())
        .text("accepted_at", info.acceptedAt().toString())
        .raw("last_heartbeat", heartbeat(now))
        .object("limits", limits(now.limits()))
        .number("attempt", now.attempt())
        .flag("progress_backed", now.isProgressBacked());
  }

  /** {@return the row of a call that has ended while its work goes on} */
  JsonText abandoned(Call call) {
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

  /** {@return the word for a call's state} */
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

  /** {@return the limit; null for none, since 0 would read as "at once"} */
  static @Nullable Duration orNull(Duration limit) {
    return limit.isZero() ? null : limit;
  }
}
