package dev.belay.cli.turn;

import dev.belay.cli.display.Display;
import dev.belay.cli.display.Terminal;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.GatewayTurns;
import dev.belay.cli.remote.GatewayTurns.ActiveTurn;
import dev.belay.cli.remote.RunningGateway.Answer;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

/** {@code belay turn run}: one turn from its file to its exit code, with a person watching. */
public final class TurnRun {
  /** How long the last event may come after the answer. */
  private static final Duration LATE = Duration.ofSeconds(1);

  /** How long a turn may take to say its id, or to end once it is told to. */
  private static final Duration STOPPING = Duration.ofSeconds(10);

  private final GatewayTurns turns;
  private final TurnFile file;
  private final Shell shell;
  private final boolean asJson;
  private final Time time;
  private final Display display;
  private final ToolLines lines;
  private final CompletableFuture<Boolean> pressed = new CompletableFuture<>();
  private final CompletableFuture<Answer> answer = new CompletableFuture<>();

  /** Asks for nothing yet. */
  public TurnRun(GatewayTurns turns, TurnFile file, Shell shell, boolean asJson, Time time) {
    this.turns = turns;
    this.file = file;
    this.shell = shell;
    this.asJson = asJson;
    this.time = time;
    boolean isTerminal = shell.errIsTerminal().getAsBoolean();
    var terminal = Terminal.of(shell.environment(), isTerminal);
    display = new Display(shell.err(), shell.errIsTerminal(), terminal, time);
    lines = new ToolLines(display, terminal);
  }

  /** Runs it to its end, or until Ctrl-C stops it. */
  public ExitCode run() throws GatewayTrouble, IOException, InterruptedException {
    shell.onInterrupt().accept(() -> pressed.complete(true));
    try {
      return print(answered());
    } catch (GatewayTrouble e) {
      if (pressed.isDone()) {
        say("belay: " + e.text());
        return ExitCode.INTERRUPTED;
      }
      throw e;
    } finally {
      display.close();
    }
  }

  /** {@return what came of it; of one that had to be left, that nothing is known} */
  private Answer answered() throws GatewayTrouble, InterruptedException {
    var others = turns.active().stream().map(ActiveTurn::turnId).collect(Collectors.toSet());
    file.uses().forEach(use -> lines.waits(use.id(), use.tool()));
    var asking = Thread.ofVirtual().name("belay-turn-ask").start(this::ask);
    var watch = new TurnWatch(turns, file, others, lines, time).begin();
    try {
      await();
      if (!answer.isDone()) {
        stop(watch);
      }
    } finally {
      asking.interrupt();
      watch.end(LATE);
      display.hide();
    }
    return got();
  }

  private void ask() {
    try {
      answer.complete(turns.run(file.body()));
    } catch (GatewayTrouble e) {
      answer.completeExceptionally(e);
    } catch (InterruptedException _) {
      // Left: the gateway stops the turn of whoever is gone.
      Thread.currentThread().interrupt();
      answer.completeExceptionally(
          new GatewayTrouble("the turn was left before its results came; the gateway stops it"));
    }
  }

  private void await() throws InterruptedException {
    try {
      var _ = CompletableFuture.anyOf(answer.handle((_, _) -> true), pressed).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private void stop(TurnWatch watch) throws GatewayTrouble, InterruptedException {
    if (time.await(watch.turnId(), STOPPING)) {
      var _ = turns.abort(watch.turnId().join());
      var _ = time.await(answer.handle((_, _) -> true), STOPPING);
    }
  }

  private Answer got() throws GatewayTrouble, InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GatewayTrouble trouble) {
        throw trouble;
      }
      throw new IllegalStateException(e);
    }
  }

  private ExitCode print(Answer got) throws GatewayTrouble, IOException, InterruptedException {
    if (got.status() != 200) {
      // What runs already is no fault of the file.
      var place = got.status() == 400 ? file.name() + ": " : "";
      say("belay: " + place + GatewayTurns.why(got));
      return ExitCode.USAGE;
    }
    var turn = TurnAnswer.of(got.body());
    if (turn == null) {
      throw new GatewayTrouble("the answer of /api/turns cannot be read; is that a belay serve?");
    }
    for (var one : turn.results()) {
      if (lines.isOpen(one.id())) {
        lines.ended(one.id(), one.tool(), one.how(), one.ran(), one.text());
      }
    }
    if (turn.abortDetail() != null) {
      say("belay: the turn was aborted: " + turn.abortDetail());
    }
    display.settle();
    var text = asJson ? new String(turn.json(), StandardCharsets.UTF_8) + "\n" : turn.text();
    shell.print(text);
    return pressed.isDone() && turn.abortDetail() != null ? ExitCode.INTERRUPTED : turn.exit();
  }

  private void say(String line) {
    display.write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Finds a turn that somebody else of this program has posted, and shows its tools, on a thread of
   * its own: events are cut short, so results come by the answer to the post.
   */
  static final class TurnWatch implements Runnable {
    private static final Duration SOON = Duration.ofMillis(25);
    private static final Duration LATER = Duration.ofMillis(500);
    private static final int SOON_TIMES = 40;

    private final GatewayTurns turns;
    private final TurnFile file;
    private final Set<String> others;
    private final ToolLines lines;
    private final Time time;
    private final CompletableFuture<String> turnId = new CompletableFuture<>();
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private final Thread thread;

    /**
     * Watches nothing yet.
     *
     * @param others ids of turns that ran before
     */
    TurnWatch(GatewayTurns turns, TurnFile file, Set<String> others, ToolLines lines, Time time) {
      this.turns = turns;
      this.file = file;
      this.others = Set.copyOf(others);
      this.lines = lines;
      this.time = time;
      thread = Thread.ofVirtual().name("belay-turn-watch").unstarted(this);
    }

    TurnWatch begin() {
      thread.start();
      return this;
    }

    /** {@return its id, once it is found} */
    CompletableFuture<String> turnId() {
      return turnId;
    }

    /** Comes back when the last event was shown, or soon: the lines are the caller's own then. */
    void end(Duration patience) throws InterruptedException {
      if (turnId.isDone()) {
        var _ = time.await(ended, patience);
      }
      thread.interrupt();
      thread.join();
    }

    @Override
    public void run() {
      try {
        var id = found();
        turnId.complete(id);
        var _ = new TurnEvents(turns, time, id, lines::on).follow(null);
      } catch (GatewayTrouble _) {
        // The answer to the post says what is wrong, and has all results.
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      } finally {
        ended.complete(true);
      }
    }

    private String found() throws GatewayTrouble, InterruptedException {
      for (int asked = 0; ; asked++) {
        for (var turn : turns.active()) {
          if (isMeant(turn)) {
            return turn.turnId();
          }
        }
        time.sleep(asked < SOON_TIMES ? SOON : LATER);
      }
    }

    private boolean isMeant(ActiveTurn turn) {
      return turn.agentId().equals(file.agent())
          && turn.sessionId().equals(file.session())
          && !others.contains(turn.turnId());
    }
  }
}
