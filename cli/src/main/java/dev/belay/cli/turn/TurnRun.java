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

/** {@code belay turn run}: runs one turn from its file to its exit code, and shows its tools. */
public final class TurnRun {
  /** How long to wait for the last event after the answer. */
  private static final Duration LATE = Duration.ofSeconds(1);

  /** How long a turn may take to report its id, or to end once aborted. */
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

  /** Creates a run; nothing is sent yet. */
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

  /** Runs the turn to its end, or until Ctrl-C stops it. */
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

  /** {@return the gateway's answer; fails if the turn had to be left before it} */
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
      // The wait was abandoned; the gateway stops a turn whose client is gone.
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
      // Only a bad request is the file's fault; a conflict with a running turn is not.
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
   * Finds the turn that another thread of this program posted, and shows its tools, on a thread of
   * its own. Events are cut short, so the results come from the answer to the post.
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
     * Creates a watch that is not started.
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

    /** {@return the turn's id, once found} */
    CompletableFuture<String> turnId() {
      return turnId;
    }

    /**
     * Waits until the last event is shown, or for the given time; the caller then owns the lines.
     */
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
        // Ignored: the answer to the post reports the error, and has all results.
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
