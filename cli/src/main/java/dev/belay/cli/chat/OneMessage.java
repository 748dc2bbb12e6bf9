package dev.belay.cli.chat;

import dev.belay.cli.chat.ChatTurn.Place;
import dev.belay.cli.display.Display;
import dev.belay.cli.display.Terminal;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.server.TerminalQuestion.Keys;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * {@code belay chat MESSAGE}: runs one turn, with its text on standard output and its tools on
 * standard error.
 */
public final class OneMessage {
  private OneMessage() {}

  /** Sends the message and shows the answer; Ctrl-C cancels the turn. */
  public static ExitCode say(
      String message, ChatGateway gateway, Partner partner, Shell shell, Time time)
      throws GatewayTrouble, IOException, InterruptedException {
    var errIsTerminal = shell.errIsTerminal().getAsBoolean();
    var terminal = Terminal.of(shell.environment(), errIsTerminal);
    var isOneScreen = errIsTerminal && shell.outIsTerminal().getAsBoolean();
    var keys = errIsTerminal && shell.inIsTerminal().getAsBoolean() ? Keys.of(shell) : null;
    var place = new Place(shell.out(), shell::shownOut, shell.err(), terminal, isOneScreen, keys);
    var pressed = new CompletableFuture<Boolean>();
    // The shell handles a second Ctrl-C by ending this process, and with it the turn.
    shell.onInterrupt().accept(() -> pressed.complete(true));
    var display = new Display(shell.err(), shell.errIsTerminal(), terminal, time);
    try {
      return new ChatTurn(gateway, partner, place, display, time)
          .say(message, pressed, new CompletableFuture<>());
    } finally {
      display.close();
    }
  }
}
