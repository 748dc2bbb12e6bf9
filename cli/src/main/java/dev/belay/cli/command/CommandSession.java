package dev.belay.cli.command;

import dev.belay.cli.client.LocalClient;
import dev.belay.cli.client.LocalClient.JobId;
import dev.belay.cli.client.LocalClient.RequestFailed;
import dev.belay.cli.client.LocalConversation;
import dev.belay.cli.display.Display;
import dev.belay.cli.display.ShownProgress;
import dev.belay.cli.display.Terminal;
import dev.belay.cli.server.GovernedServer;
import dev.belay.cli.server.PersonAtTerminal;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.Version;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.Time;
import dev.belay.gateway.upstream.Disclosure;
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

  /** Null if nobody can be asked. */
  private final @Nullable PersonAtTerminal person;

  private CommandSession(
      ChosenServer chosen, boolean canAsk, Shell shell, Display display, Time time) {
    this.display = display;
    // Registered before the server starts, so that Ctrl-C can stop the start too.
    var interrupted = new CompletableFuture<Boolean>();
    shell.onInterrupt().accept(() -> interrupted.complete(true));
    display.begin("starting " + chosen.spec().name());
    person = canAsk ? new PersonAtTerminal(shell, display, time) : null;
    server =
        new GovernedServer(
            chosen.settings(),
            chosen.spec(),
            chosen.environment(),
            /* hasJobs= */ false,
            null,
            person == null ? PersonAtTerminal.NOBODY : person,
            display::say,
            display::write);
    server.closeAtExit(display::settle);
    client =
        LocalClient.of(
            server,
            Version.NUMBER,
            chosen.settings().mcp().maxLineBytes(),
            new News(display)::show);
    conversation = new LocalConversation(client, time, chosen.spec(), interrupted);
  }

  /**
   * Shows a tool's progress, and that another gateway waits for a person. Other notices that a call
   * still runs are not shown: the elapsed time is shown anyway. For the reader's thread.
   */
  private static final class News {
    private final Display display;
    private boolean isWaiting;

    News(Display display) {
      this.display = display;
    }

    void show(Envelope heard) {
      if (JobId.of(heard) != null) {
        // A command makes one call, so that it is the job of that.
        display.progress(ShownProgress.ofJob(heard));
        return;
      }
      var message = heard.text(Member.PARAMS_MESSAGE);
      var wait = message != null && KeepAlive.isWait(message) ? message : "";
      if (message == null || !KeepAlive.isText(message)) {
        display.progress(ShownProgress.of(heard));
      } else if (isWaiting || !wait.isEmpty()) {
        display.progress(new ShownProgress(null, null, -1, wait));
      }
      isWaiting = !wait.isEmpty();
    }
  }

  /**
   * Starts the server.
   *
   * @param mayAsk whether a person at the terminal, if there is one, decides on calls
   */
  static CommandSession start(ChosenServer chosen, boolean mayAsk, Shell shell, Time time) {
    boolean isTerminal = shell.errIsTerminal().getAsBoolean();
    boolean canAsk = mayAsk && isTerminal && shell.inIsTerminal().getAsBoolean();
    var terminal = Terminal.of(shell.environment(), isTerminal);
    return new CommandSession(
        chosen,
        canAsk,
        shell,
        new Display(shell.err(), shell.errIsTerminal(), terminal, time),
        time);
  }

  /** {@return how long a call of that tool may take in all; zero for no limit} */
  Duration limit(String tool) {
    return server.limit(tool);
  }

  /** {@return why a request failed, without what its server wrote, which was shown as it came} */
  static String text(RequestFailed e) {
    var text = e.text();
    int from = text.indexOf(" " + Disclosure.LAST_WORDS + "\n");
    int to = text.indexOf("\nCommand: ", Math.max(from, 0));
    return from < 0
        ? text
        : text.substring(0, from) + " What it wrote is above." + (to < 0 ? "" : text.substring(to));
  }

  LocalConversation conversation() {
    return conversation;
  }

  Display display() {
    return display;
  }

  /** Waits until a question about the ended call is off the screen, and erases the live line. */
  void hide() throws InterruptedException {
    if (person != null) {
      person.awaitOffScreen();
    }
    display.hide();
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
