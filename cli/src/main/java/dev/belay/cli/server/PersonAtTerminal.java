package dev.belay.cli.server;

import dev.belay.cli.display.Display;
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
import dev.belay.mcp.envelope.Controls;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Has the person at the terminal of a command decide on its calls. The command makes one call at a
 * time.
 *
 * <p>Concurrency: a thread {@code belay-question} asks; the call ends without it.
 */
public final class PersonAtTerminal implements GovernedServer.People {
  /** A command without a terminal, or one that has no use for one: its calls are refused. */
  public static final GovernedServer.People NOBODY =
      (settings, becomesJob, time) ->
          new ApprovalGates(
              new Approvals(time, _ -> {}),
              settings::approval,
              becomesJob,
              Place.NO_TERMINAL,
              time);

  /** The longest wait for the end of a question after the end of its call. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Shell shell;
  private final Display display;
  private final Time time;
  private final Approvals approvals;

  /** Made with the first question: most commands ask none. */
  private volatile @Nullable TerminalQuestion question;

  /** Completes with the end of the call that waits. */
  private volatile CompletableFuture<Boolean> over = new CompletableFuture<>();

  /** Completes once the question about it is off the screen. */
  private volatile CompletableFuture<Boolean> offScreen = CompletableFuture.completedFuture(true);

  /** Creates the way to the person who types and reads in that shell. */
  public PersonAtTerminal(Shell shell, Display display, Time time) {
    this.shell = shell;
    this.display = display;
    this.time = time;
    approvals = new Approvals(time, this::told);
  }

  @Override
  public ApprovalGates gates(Settings settings, Predicate<CallId> becomesJob, Time at) {
    return new ApprovalGates(approvals, settings::approval, becomesJob, Place.TERMINAL, at);
  }

  /** Waits until the question about a call that has ended is off the screen; at most 5 s. */
  public void awaitOffScreen() throws InterruptedException {
    var _ = time.await(offScreen, PATIENCE);
  }

  private void told(Approval approval) {
    if (!approval.isOpen()) {
      over.complete(true);
      return;
    }
    var made = question;
    if (made == null) {
      made = new TerminalQuestion(TerminalQuestion.Keys.of(shell), List.of(display), time);
      question = made;
    }
    var asks = made;
    var end = new CompletableFuture<Boolean>();
    over = end;
    var gone = new CompletableFuture<Boolean>();
    offScreen = gone;
    Thread.ofPlatform()
        .name("belay-question")
        .daemon()
        .start(() -> ask(asks, new OwnCall(approvals, approval, end), gone));
  }

  private static void ask(
      TerminalQuestion question, OwnCall call, CompletableFuture<Boolean> gone) {
    try {
      question.ask(call);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      gone.complete(true);
    }
  }

  /** The call of the command. */
  private record OwnCall(
      Approvals approvals, ApprovalRow row, Approval approval, CompletableFuture<Boolean> end)
      implements TerminalQuestion.Waiting {
    OwnCall(Approvals approvals, Approval approval, CompletableFuture<Boolean> end) {
      this(approvals, ApprovalRow.of(ApprovalText.fields(approval).bytes()), approval, end);
    }

    @Override
    public boolean isOver() {
      return end.isDone();
    }

    @Override
    public String decide(boolean isAllowed, String reason) {
      var by = approval.call().caller().principal();
      var line = Controls.line(reason);
      var decision = new Decision(isAllowed, Decision.Scope.ONCE, by, "terminal", line);
      var _ = approvals.decide(approval.id(), decision);
      return "";
    }
  }
}
