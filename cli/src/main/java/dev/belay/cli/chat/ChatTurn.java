package dev.belay.cli.chat;

import dev.belay.cli.display.Display;
import dev.belay.cli.display.Terminal;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.GatewayTurns;
import dev.belay.cli.remote.ServerEvents.ServerEvent;
import dev.belay.cli.server.TerminalQuestion;
import dev.belay.cli.server.TerminalQuestion.Keys;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.turn.TurnEvents;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Sends one message to an agent and shows the answer as it arrives. */
final class ChatTurn {
  /** How long a turn may take to report its id, or to end once aborted. */
  private static final Duration STOPPING = Duration.ofSeconds(10);

  private final ChatGateway gateway;
  private final GatewayTurns turns;
  private final Partner partner;
  private final Display display;
  private final Time time;
  private final ShownTurn shown;
  private final @Nullable Keys keys;
  private final CompletableFuture<ServerEvent> last = new CompletableFuture<>();

  ChatTurn(ChatGateway gateway, Partner partner, Place place, Display display, Time time) {
    this.gateway = gateway;
    turns = gateway.turns();
    keys = place.keys();
    this.partner = partner;
    this.display = display;
    this.time = time;
    shown = new ShownTurn(partner.name(), display, place);
  }

  /**
   * Sends the message and shows the answer.
   *
   * @param cancel completed when the person cancels the turn
   * @param leave completed when the person does not wait for its end either
   * @return the exit code; INTERRUPTED also if the turn was cancelled in good order
   */
  ExitCode say(String message, CompletableFuture<Boolean> cancel, CompletableFuture<Boolean> leave)
      throws GatewayTrouble, IOException, InterruptedException {
    shown.think();
    var reading =
        Thread.ofVirtual().name("belay-chat-events").start(() -> read(partner.body(message)));
    var approvals = approvals(cancel).begin();
    try {
      first(cancel, leave);
      if (!last.isDone() && !leave.isDone()) {
        stop(leave);
      }
    } finally {
      try {
        approvals.end();
      } finally {
        reading.interrupt();
        reading.join();
        display.hide();
      }
    }
    shown.leave();
    return ended();
  }

  private TurnApprovals approvals(CompletableFuture<Boolean> cancel) {
    var displays = new ArrayList<>(List.of(display));
    displays.addAll(gateway.displays());
    var question = keys == null ? null : new TerminalQuestion(keys, displays, time);
    return new TurnApprovals(gateway, question, shown, display, cancel, time);
  }

  private void read(byte[] body) {
    var events = new TurnEvents(turns, time, "", this::show);
    try (var stream = turns.talk(body)) {
      last.complete(events.follow(stream));
    } catch (GatewayTrouble e) {
      last.completeExceptionally(brokenOff(e));
    } catch (IOException e) {
      last.completeExceptionally(e);
    } catch (UncheckedIOException e) {
      last.completeExceptionally(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      last.completeExceptionally(e);
    }
  }

  /** {@return the error, adapted for a reader who may have seen half of the answer} */
  private GatewayTrouble brokenOff(GatewayTrouble trouble) {
    return trouble.isNobodyThere() && shown.turnId().isDone()
        ? new GatewayTrouble("the answer broke off, its gateway is gone: " + trouble.text())
        : trouble;
  }

  private void show(ServerEvent event) {
    try {
      shown.on(event);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void first(CompletableFuture<Boolean> cancel, CompletableFuture<Boolean> leave)
      throws InterruptedException {
    try {
      var _ = CompletableFuture.anyOf(last.handle((_, _) -> true), cancel, leave).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Aborts the turn, but reads on to its last event, which alone says that nothing runs any more.
   */
  private void stop(CompletableFuture<Boolean> leave) throws GatewayTrouble, InterruptedException {
    var begun = CompletableFuture.anyOf(shown.turnId(), leave);
    if (time.await(begun, STOPPING) && shown.turnId().isDone()) {
      var _ = turns.abort(shown.turnId().join());
      var _ = time.await(CompletableFuture.anyOf(last.handle((_, _) -> true), leave), STOPPING);
    }
  }

  private ExitCode ended() throws GatewayTrouble, IOException, InterruptedException {
    try {
      return ended(last.get());
    } catch (ExecutionException e) {
      return switch (e.getCause()) {
        case GatewayTrouble trouble -> throw trouble;
        case IOException broken -> throw broken;
        case InterruptedException _ -> {
          display.say("the turn was left; the gateway stops it");
          yield ExitCode.INTERRUPTED;
        }
        case null, default -> throw new IllegalStateException(e);
      };
    }
  }

  private ExitCode ended(ServerEvent end) {
    if (end.type().equals("turn_complete")) {
      return ExitCode.OK;
    }
    return switch (end.data().text("detail")) {
      case "user" -> {
        display.say("Turn cancelled");
        yield ExitCode.INTERRUPTED;
      }
      case "timeout" -> {
        display.say("the turn took too long and was aborted");
        yield ExitCode.TIMED_OUT;
      }
      case String other -> {
        display.say(
            "the turn was aborted: "
                + (other.isEmpty() ? "no reason is given" : end.data().line("detail")));
        yield ExitCode.ERROR;
      }
    };
  }

  /**
   * The output of a conversation.
   *
   * @param text receives what the agent says
   * @param shown removes what a terminal would obey, if {@code text} is one
   * @param tools shows the agent's tools
   * @param terminal capabilities of {@code tools}
   * @param isOneScreen whether both are the same screen, so that neither may overwrite the other
   * @param keys those of the person who sees {@code tools}; null if there is none
   */
  record Place(
      OutputStream text,
      UnaryOperator<String> shown,
      PrintStream tools,
      Terminal terminal,
      boolean isOneScreen,
      @Nullable Keys keys) {}
}
