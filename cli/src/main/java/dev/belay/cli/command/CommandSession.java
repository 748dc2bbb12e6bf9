package dev.belay.cli.command;

import dev.belay.cli.client.LocalClient;
import dev.belay.cli.client.LocalClient.JobId;
import dev.belay.cli.client.LocalConversation;
import dev.belay.cli.display.Display;
import dev.belay.cli.display.ShownProgress;
import dev.belay.cli.display.Terminal;
import dev.belay.cli.server.GovernedServer;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.Version;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.progress.KeepAlive;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A governed server, its one client and their display, for the duration of a command. */
final class CommandSession {
  private final GovernedServer server;
  private final LocalClient client;
  private final LocalConversation conversation;
  private final Display display;

  private CommandSession(ChosenServer chosen, Shell shell, Display display, Time time) {
    this.display = display;
    // Registered before the server starts, so that Ctrl-C can stop the start too.
    var interrupted = new CompletableFuture<Boolean>();
    shell.onInterrupt().accept(() -> interrupted.complete(true));
    display.begin("starting " + chosen.spec().name());
    server =
        new GovernedServer(
            chosen.settings(),
            chosen.spec(),
            chosen.environment(),
            /* hasJobs= */ false,
            null,
            display::say,
            display::write);
    server.closeAtExit(display::settle);
    client =
        LocalClient.of(
            server,
            Version.NUMBER,
            chosen.settings().mcp().maxLineBytes(),
            heard -> show(heard, display));
    conversation = new LocalConversation(client, time, chosen.spec(), interrupted);
  }

  /** Shows a tool's progress, but no keep-alive notices: the elapsed time is shown anyway. */
  private static void show(Envelope heard, Display display) {
    if (JobId.of(heard) != null) {
      // A command makes one call, so that it is the job of that.
      display.progress(ShownProgress.ofJob(heard));
      return;
    }
    var message = heard.text(Member.PARAMS_MESSAGE);
    if (message == null || !KeepAlive.isText(message)) {
      display.progress(ShownProgress.of(heard));
    }
  }

  /** Starts the server. */
  static CommandSession start(ChosenServer chosen, Shell shell, Time time) {
    boolean isTerminal = shell.errIsTerminal().getAsBoolean();
    var terminal = Terminal.of(shell.environment(), isTerminal);
    return new CommandSession(
        chosen, shell, new Display(shell.err(), shell.errIsTerminal(), terminal, time), time);
  }

  /** {@return how long a call of that tool may take in all; zero for no limit} */
  Duration limit(String tool) {
    return server.limit(tool);
  }

  LocalConversation conversation() {
    return conversation;
  }

  Display display() {
    return display;
  }

  /** Cancels the running calls on Ctrl-C. */
  void interrupt() {
    server.cancelCalls("Ctrl-C");
  }

  /** {@return how the one call of this session ended; null if there was none} */
  CallEvent.@Nullable Settled ending() {
    var reader = server.journal().readerFromOldest();
    CallEvent.Settled last = null;
    for (var reading = reader.poll(); reading != null; reading = reader.poll()) {
      if (reading instanceof Journal.Entry entry
          && entry.event() instanceof CallEvent.Settled settled) {
        last = settled;
      }
    }
    return last;
  }

  /** Ends the server and all that it started; returns when all of it is gone. */
  void close() throws InterruptedException {
    client.close();
    server.close();
    display.close();
  }
}
