package dev.belay.agent.delegate;

import dev.belay.agent.loop.Agents;
import dev.belay.agent.loop.Asked;
import dev.belay.agent.loop.RunningTurn;
import dev.belay.agent.loop.UnknownAgentException;
import dev.belay.agent.session.BusySessionException;
import dev.belay.agent.session.FullSessionsException;
import dev.belay.core.call.Caller;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.Stop;
import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.TooManyTurnsException;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnEvent;
import dev.belay.core.turn.TurnId;
import dev.belay.core.turn.TurnReading;
import dev.belay.core.turn.TurnRequest;
import dev.belay.core.turn.UnknownTurnException;
import dev.belay.gateway.turn.InvalidTurn;
import dev.belay.gateway.turn.Named;
import dev.belay.tools.call.ToolCall;
import dev.belay.tools.result.ToolResult;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One turn of an agent, for a call of another turn that waits for it.
 *
 * <p>Each of its events is a sign of life of the call, so that no limit of silence ends a busy
 * turn; the limits of its own calls end one that hangs.
 *
 * @param call the one that waits
 */
record ChildTurn(Agents agents, ToolCall call) {
  private static final ToolResult OUTSIDE =
      ToolResult.error(
          "Only an agent can use this tool, within a turn of its own: POST /api/sessions/stream"
              + " begins one.");

  /** Has an agent answer in a session that goes on; by default in the one of the asking name. */
  ToolResult ask(String agent, Optional<String> session, String message, Duration limit)
      throws InterruptedException {
    var caller = caller();
    var own = caller.sessionId();
    if (own == null) {
      return OUTSIDE;
    }
    var name = session.filter(one -> !one.isBlank()).orElse(own);
    try {
      var _ = Named.checked(name, "session");
    } catch (InvalidTurn e) {
      return ToolResult.error(e.why() + ".");
    }
    var request = request(agent, name, limit);
    return request == null ? OUTSIDE : run(new Asked(request, message, /* isKept= */ true));
  }

  /** Has an agent, by default the asking one, do a task in a session that nobody needs later. */
  ToolResult spawn(Optional<String> agent, String task, Duration limit)
      throws InterruptedException {
    var name = agent.filter(one -> !one.isBlank()).orElse(caller().agentId());
    var request = name == null ? null : request(name, "spawn-" + UUID.randomUUID(), limit);
    return request == null ? OUTSIDE : run(new Asked(request, task, /* isKept= */ false));
  }

  private Caller caller() {
    return call.context().info().caller();
  }

  /** {@return a turn below the one that asks; null where none does} */
  private @Nullable TurnRequest request(String agent, String session, Duration limit) {
    var above = caller();
    var turn = above.turnId();
    if (turn == null) {
      return null;
    }
    var caller =
        new Caller(
            above.principal(),
            agent,
            session,
            above.workspace(),
            above.allowedRoots(),
            above.depth() + 1,
            null);
    return new TurnRequest(agent, session, caller, new TurnId(turn), limit);
  }

  private ToolResult run(Asked asked) throws InterruptedException {
    if (asked.message().isBlank()) {
      return ToolResult.error("The message is empty: say what is to be done.");
    }
    try {
      return await(agents.begin(asked));
    } catch (UnknownAgentException
        | BusySessionException
        | FullSessionsException
        | TooManyTurnsException
        | UnknownTurnException
        | CyclicTurnException e) {
      return ToolResult.error(String.valueOf(e.getMessage()));
    }
  }

  private ToolResult await(RunningTurn child) throws InterruptedException {
    var turn = child.turn();
    try (var _ = call.context().cancellation().onCancel(why -> stop(turn, why))) {
      var trouble = follow(turn);
      var answer = child.answer().toCompletableFuture().join();
      if (turn.stopped().isEmpty()) {
        return ToolResult.text(answer.isBlank() ? "(It ended without a word.)" : answer);
      }
      return ToolResult.error(
          "Agent '%s' came to no answer. %s.%s"
              .formatted(
                  turn.request().agent(),
                  trouble,
                  answer.isBlank() ? "" : " What it said last:\n\n" + answer));
    } finally {
      // The other party: the stop of this call, whose hook may come later than what it throws here.
      call.context().cancellation().stop().ifPresent(why -> stop(turn, why));
      // Whatever else ended the waiting; after its end this does nothing.
      var _ = turn.abort(AbortReason.ERROR);
    }
  }

  /** A turn that is aborted with the one above hears of that itself, with the reason. */
  private static void stop(Turn turn, Stop why) {
    switch (why) {
      case Stop.Cancelled(Cause cause, String _) -> reason(cause).ifPresent(turn::abort);
      case Stop.LimitReached _ -> turn.abort(AbortReason.TIMEOUT);
    }
  }

  private static Optional<AbortReason> reason(Cause cause) {
    return switch (cause) {
      case USER, CLIENT -> Optional.of(AbortReason.USER);
      case CLIENT_GONE -> Optional.of(AbortReason.CLIENT_DISCONNECT);
      case PARENT -> Optional.empty();
      case TURN_LIMIT -> Optional.of(AbortReason.TIMEOUT);
      case SHUTDOWN -> Optional.of(AbortReason.SERVER_SHUTDOWN);
    };
  }

  /** {@return what the last {@code error} event said, once there are no more events} */
  private String follow(Turn turn) throws InterruptedException {
    var trouble = "";
    var reader = turn.reader(0);
    for (var reading = reader.next(); reading != null; reading = reader.next()) {
      if (reading instanceof TurnReading.Entry(long _, var _, TurnEvent event)) {
        call.heartbeat(sign(turn, event), null, null);
        trouble = event instanceof TurnEvent.Troubled(String message) ? message : trouble;
      }
    }
    return trouble;
  }

  /** {@return what is told to who waits for the call; null for nothing but that it goes on} */
  private static @Nullable String sign(Turn turn, TurnEvent event) {
    return event instanceof TurnEvent.ToolStarted(String _, String tool)
        ? turn.request().agent() + " runs " + tool
        : null;
  }
}
