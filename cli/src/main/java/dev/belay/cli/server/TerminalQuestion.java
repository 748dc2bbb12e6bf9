package dev.belay.cli.server;

import dev.belay.cli.display.Display;
import dev.belay.cli.display.Wrapped;
import dev.belay.cli.remote.ApprovalRow;
import dev.belay.cli.shell.Shell;
import dev.belay.config.Settings;
import dev.belay.core.approval.Approval;
import dev.belay.core.approval.Approvals;
import dev.belay.core.approval.Decision;
import dev.belay.core.call.CallId;
import dev.belay.core.time.Time;
import dev.belay.gateway.approval.ApprovalGates;
import dev.belay.gateway.approval.ApprovalGates.Place;
import dev.belay.gateway.approval.ApprovalText;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Asks the person at the terminal of a command whether its call may run. The command makes one call
 * at a time.
 *
 * <p>The question is whole, and what the server writes meanwhile is shown after it, so that nothing
 * but Belay speaks between the arguments and the answer.
 *
 * <p>Concurrency: a thread {@code belay-question} shows the question and reads the answer; the call
 * may end at any moment, and then the question is void, whatever is typed after that.
 */
public final class TerminalQuestion implements GovernedServer.People {
  /** A command without a terminal, or one that has no use for one: its calls are refused. */
  public static final GovernedServer.People NO_TERMINAL =
      (settings, becomesJob, time) ->
          new ApprovalGates(
              new Approvals(time, _ -> {}),
              settings::approval,
              becomesJob,
              Place.NO_TERMINAL,
              time);

  /** What of an answer is read; more is no answer. */
  private static final int LONGEST = 8;

  private final Shell shell;
  private final Display display;
  private final Time time;
  private final Approvals approvals;

  /** Completes with the end of the call that waits. */
  private volatile CompletableFuture<Boolean> over = new CompletableFuture<>();

  /** Creates the way to the person who types and reads in that shell. */
  public TerminalQuestion(Shell shell, Display display, Time time) {
    this.shell = shell;
    this.display = display;
    this.time = time;
    approvals = new Approvals(time, this::told);
  }

  @Override
  public ApprovalGates gates(Settings settings, Predicate<CallId> becomesJob, Time at) {
    return new ApprovalGates(approvals, settings::approval, becomesJob, Place.TERMINAL, at);
  }

  private void told(Approval approval) {
    if (!approval.isOpen()) {
      over.complete(true);
      return;
    }
    var end = new CompletableFuture<Boolean>();
    over = end;
    Thread.ofPlatform().name("belay-question").daemon().start(() -> ask(approval, end));
  }

  private void ask(Approval approval, CompletableFuture<Boolean> end) {
    var lent = display.lend();
    // The end of the call, on its own thread.
    var _ = end.thenRun(lent::giveBack);
    try {
      var row = ApprovalRow.of(ApprovalText.fields(approval).bytes());
      lent.print(Wrapped.on(shell, row.whole()));
      forget(shell.in());
      while (!end.isDone()) {
        var left = row.left(time.wall());
        lent.print("Refused in " + left + " without an answer; Ctrl-C cancels.\n");
        lent.print("Allow? [y]es once, [n]o: ");
        var isAllowed = answer(shell.in());
        lent.entered();
        if (isAllowed != null) {
          decide(approval, isAllowed, "");
          return;
        }
      }
    } catch (IOException e) {
      decide(approval, /* isAllowed= */ false, "the answer cannot be read: " + e.getMessage());
    } finally {
      lent.giveBack();
    }
  }

  private void decide(Approval approval, boolean isAllowed, String reason) {
    var by = approval.call().caller().principal();
    var decision = new Decision(isAllowed, Decision.Scope.ONCE, by, "terminal", reason);
    var _ = approvals.decide(approval.id(), decision);
  }

  /** Drops what was typed before the question, which is no answer to it. */
  private static void forget(InputStream in) throws IOException {
    for (int typed = in.available(); typed > 0; typed = in.available()) {
      in.skipNBytes(typed);
    }
  }

  /** {@return the answer in one line; null if it is none. The end of all lines is a no} */
  private static @Nullable Boolean answer(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        return false;
      }
      if (line.length() <= LONGEST) {
        line.append((char) next);
      }
    }
    return switch (line.toString().strip()) {
      case "y", "Y", "yes", "Yes" -> true;
      case "n", "N", "no", "No" -> false;
      default -> null;
    };
  }
}
