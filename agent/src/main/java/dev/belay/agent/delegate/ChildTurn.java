package dev.belay.agent.delegate;

import dev.belay.agent.loop.Agents;
import dev.belay.agent.loop.Agents.Asked;
import dev.belay.agent.loop.Agents.RunningTurn;
import dev.belay.agent.loop.Agents.UnknownAgentException;
import dev.belay.agent.session.ChatSessions.BusySessionException;
import dev.belay.agent.session.ChatSessions.FullSessionsException;
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
 * A turn of an agent, run for a call of another turn that waits for its end.
 *
 * <p>Each of its events is a heartbeat of the call, so that the idle limit does not end a busy
 * turn; a hanging turn is ended by the limits of its own calls.
 *
 * @param call the waiting call
 */
record ChildTurn(Agents agents, ToolCall call) {
  private static final ToolResult OUTSIDE =
      ToolResult.error(
          "Only an agent can use this tool, within a turn of its own: POST /api/sessions/stream"
              + " begins one.");

  /** Asks an agent in a session that is kept; by default one named like the asking session. */
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

  /** Has an agent, by default the asking one, do a task in a session that is not kept. */
  ToolResult spawn(Optional<String> agent, String task, Duration limit)
      throws InterruptedException {
    var name = agent.filter(one -> !one.isBlank()).orElse(caller().agentId());
    var request = name == null ? null : request(name, "spawn-" + UUID.randomUUID(), limit);
    return request == null ? OUTSIDE : run(new Asked(request, task, /* isKept= */ false));
  }

  private Caller caller() {
    return call.context().info().caller();
  }

  /** {@return the request of a child turn; null outside a turn} */
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
            null,
            null);
    return new TurnRequest(agent, session, caller, new TurnId(turn), limit);
  }

  private ToolResult run(Asked asked) throws InterruptedException {
    if (asked.message().isBlank()) {
      return ToolResult.error("The message is empty: say what to do.");
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
        return ToolResult.text(answer.isBlank() ? "(The agent ended without a message.)" : answer);
      }
      return ToolResult.error(
          "Agent '%s' gave no answer. %s.%s"
              .formatted(
                  turn.request().agent(),
                  trouble,
                  answer.isBlank() ? "" : " Its last message:\n\n" + answer));
    } finally {
      // Races with the stop of this call, whose hook may run after the exception arrives here.
      call.context().cancellation().stop().ifPresent(why -> stop(turn, why));
      // For any other end of the wait; has no effect on a turn that has ended.
      var _ = turn.abort(AbortReason.ERROR);
    }
  }

  /** The abort of a parent turn reaches its children by itself, with the reason. */
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

  /** {@return the text of the last {@code error} event, after the last event} */
  private String follow(Turn turn) throws InterruptedException {
    var trouble = "";
    var reader = turn.reader(0);
    for (var reading = reader.next(); reading != null; reading = reader.next()) {
      if (reading instanceof TurnReading.Entry(long _, TurnEvent event)) {
        call.heartbeat(sign(turn, event), null, null);
        trouble = event instanceof TurnEvent.Troubled(String message) ? message : trouble;
      }
    }
    return trouble;
  }

  /** {@return the progress message of an event; null for a plain heartbeat} */
  private static @Nullable String sign(Turn turn, TurnEvent event) {
    return event instanceof TurnEvent.ToolStarted(String _, String tool)
        ? turn.request().agent() + " runs " + tool
        : null;
  }
}
