package dev.belay.cli.chat;

import dev.belay.cli.chat.ChatTurn.Place;
import dev.belay.cli.display.Display;
import dev.belay.cli.display.Terminal;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.GatewayTurns;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** {@code belay chat MESSAGE}: one turn, its text on standard output, its tools beside it. */
public final class OneMessage {
  private OneMessage() {}

  /** Says it, shows the answer, and is done; Ctrl-C cancels it. */
  public static ExitCode say(
      String message, GatewayTurns turns, Partner partner, Shell shell, Time time)
      throws GatewayTrouble, IOException, InterruptedException {
    var errIsTerminal = shell.errIsTerminal().getAsBoolean();
    var terminal = Terminal.of(shell.environment(), errIsTerminal);
    var isOneScreen = errIsTerminal && shell.outIsTerminal().getAsBoolean();
    var place = new Place(shell.out(), shell::shownOut, shell.err(), terminal, isOneScreen);
    var pressed = new CompletableFuture<Boolean>();
    // The second one ends this process, and so the turn: that is the shell's business.
    shell.onInterrupt().accept(() -> pressed.complete(true));
    var display = new Display(shell.err(), shell.errIsTerminal(), terminal, time);
    try {
      return new ChatTurn(turns, partner, place, display, time)
          .say(message, pressed, new CompletableFuture<>());
    } finally {
      display.close();
    }
  }
}
