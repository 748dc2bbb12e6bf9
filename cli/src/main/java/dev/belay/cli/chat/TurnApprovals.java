package dev.belay.cli.chat;

import dev.belay.cli.display.Display;
import dev.belay.cli.remote.ApprovalRow;
import dev.belay.cli.remote.CallRow;
import dev.belay.cli.remote.GatewayApprovals;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.GatewayTurns.ActiveTurn;
import dev.belay.cli.server.TerminalQuestion;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Asks the person at the terminal about the calls of one turn, and of the turns below it, one after
 * another. Where there is no terminal, it names the command that decides.
 *
 * <p>Concurrency: a thread {@code belay-question} looks for calls that wait, and asks.
 */
final class TurnApprovals {
  private static final Duration INTERVAL = Duration.ofMillis(500);

  /** How long the end of a question may take after that of its turn. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ChatGateway gateway;
  private final @Nullable TerminalQuestion question;
  private final ShownTurn shown;
  private final Display display;
  private final CompletableFuture<Boolean> cancel;
  private final Time time;
  private final Thread thread;
  private final CompletableFuture<Boolean> turnEnded = new CompletableFuture<>();
  private final CompletableFuture<Boolean> idle = new CompletableFuture<>();

  /** The calls that wait and have been asked about, or told of. */
  private final Set<String> known = new HashSet<>();

  private boolean mayDecide;

  /**
   * Creates it; it does nothing yet.
   *
   * @param question the way to the person; null if there is none
   * @param cancel completed when the person cancels the turn
   */
  TurnApprovals(
      ChatGateway gateway,
      @Nullable TerminalQuestion question,
      ShownTurn shown,
      Display display,
      CompletableFuture<Boolean> cancel,
      Time time) {
    this.gateway = gateway;
    this.question = question;
    this.shown = shown;
    this.display = display;
    this.cancel = cancel;
    this.time = time;
    mayDecide = question != null;
    thread = Thread.ofPlatform().name("belay-question").daemon().unstarted(this::run);
  }

  TurnApprovals begin() {
    thread.start();
    return this;
  }

  /** Ends the question, if one is open; returns once the keys are free. */
  void end() throws InterruptedException {
    turnEnded.complete(true);
    if (shown.turnId().isDone()) {
      var _ = time.await(idle, PATIENCE);
    }
    thread.interrupt();
    thread.join();
  }

  private void run() {
    try {
      var turn = shown.turnId().get();
      while (!cancel.isDone() && !turnEnded.isDone()) {
        look(turn);
        var _ = time.await(turnEnded, INTERVAL);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      idle.complete(true);
    }
  }

  private void look(String turn) throws InterruptedException {
    try {
      var open = ApprovalRow.list(gateway.approvals().list(/* isOver= */ false));
      known.retainAll(open.stream().map(ApprovalRow::id).toList());
      var waiting = open.stream().filter(row -> !known.contains(row.id())).toList();
      var turns = waiting.isEmpty() ? Set.<String>of() : below(turn, waiting);
      for (var row : waiting) {
        if (turns.contains(turnOf(row)) && !cancel.isDone()) {
          known.add(row.id());
          met(row.id());
        }
      }
    } catch (GatewayTrouble _) {
      // The events of the turn tell of a gateway that is gone; an old one has no approvals.
    }
  }

  private static String turnOf(ApprovalRow row) {
    return row.approval().text("turn");
  }

  /** {@return the turn, with all that run below it if a call of another turn waits} */
  private Set<String> below(String turn, List<ApprovalRow> waiting)
      throws GatewayTrouble, InterruptedException {
    var all = new HashSet<>(Set.of(turn));
    if (waiting.stream().allMatch(row -> turnOf(row).equals(turn))) {
      return all;
    }
    var parents = new HashMap<String, String>();
    for (ActiveTurn active : gateway.turns().active()) {
      parents.put(active.turnId(), active.parentTurnId());
    }
    // No turn is above itself, so that each round adds one, or is the last.
    for (int before = 0; before < all.size(); ) {
      before = all.size();
      parents.forEach((id, parent) -> {
        if (all.contains(parent)) {
          all.add(id);
        }
      });
    }
    return all;
  }

  private void met(String id) throws GatewayTrouble, InterruptedException {
    var found = gateway.approvals().find(id);
    var row = found == null ? null : ApprovalRow.of(found);
    if (row == null || !row.isOpen()) {
      return;
    }
    if (question == null || !mayDecide) {
      tell(row);
      return;
    }
    var call = new TurnCall(this, row);
    try (var _ = shown.pause()) {
      question.ask(call);
    } catch (IOException _) {
      // The reader of the text has left; the turn ends by that.
      return;
    }
    if (call.end != null) {
      display.say("the call is " + CallRow.line(call.end.outcome()));
    }
  }

  private void tell(ApprovalRow row) {
    display.say(
        CallRow.line(
            row.approval().line("server")
                + " "
                + row.approval().line("tool")
                + " waits for a person: belay approvals show "
                + row.brief()
                + " --url "
                + gateway.turns().address()));
  }

  /** A call of the turn, while the person is asked. For the thread that asks. */
  private static final class TurnCall implements TerminalQuestion.Waiting {
    private final TurnApprovals of;
    private final ApprovalRow row;
    private long looked;

    /** How it stands; null while it waits, or where the person has ended the wait. */
    private @Nullable ApprovalRow end;

    TurnCall(TurnApprovals of, ApprovalRow row) {
      this.of = of;
      this.row = row;
      looked = of.time.nanos();
    }

    @Override
    public ApprovalRow row() {
      return row;
    }

    @Override
    public boolean isOver() throws InterruptedException {
      if (of.cancel.isDone() || end != null) {
        return true;
      }
      boolean isLast = of.turnEnded.isDone();
      if (!isLast && of.time.nanos() - looked < INTERVAL.toNanos()) {
        return false;
      }
      looked = of.time.nanos();
      try {
        end = ended();
        return isLast || end != null;
      } catch (GatewayTrouble e) {
        return isLast || e.isNobodyThere();
      }
    }

    private @Nullable ApprovalRow ended() throws GatewayTrouble, InterruptedException {
      var found = approvals().find(row.id());
      var now = found == null ? null : ApprovalRow.of(found);
      return now == null || now.isOpen() ? null : now;
    }

    private GatewayApprovals approvals() {
      return of.gateway.approvals();
    }

    private boolean hasEnded() throws InterruptedException {
      try {
        return ended() != null;
      } catch (GatewayTrouble _) {
        return true;
      }
    }

    @Override
    public String decide(boolean isAllowed, String reason) throws InterruptedException {
      var verdict = isAllowed ? "approve" : "deny";
      try {
        var now = approvals().decide(row.id(), verdict, "once", reason);
        if (now == null) {
          return "The call waits no longer.";
        }
        return ApprovalRow.of(now).isOpen() ? "Another person must allow it too." : "";
      } catch (GatewayTrouble e) {
        // Asked of a person who may decide on nothing here, further questions are in vain.
        of.mayDecide = !e.isForbidden();
        if (!hasEnded()) {
          of.tell(row);
        }
        return "belay: " + e.text();
      }
    }
  }
}
