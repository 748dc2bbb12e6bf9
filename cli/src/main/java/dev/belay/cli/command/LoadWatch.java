package dev.belay.cli.command;

import dev.belay.cli.display.Display;
import dev.belay.cli.display.ShownProgress;
import dev.belay.cli.display.Terminal;
import dev.belay.cli.server.LoadTarget;
import dev.belay.cli.shell.Shell;
import dev.belay.core.time.Time;
import dev.belay.probe.load.LoadGenerator;
import dev.belay.probe.peer.ConnectionLimits;
import dev.belay.probe.peer.Target;
import dev.belay.probe.sweep.Sweep.SweepListener;
import java.util.concurrent.CompletableFuture;

/** Runs a load test's target, shows its progress and stops it on Ctrl-C. */
final class LoadWatch implements SweepListener, AutoCloseable {
  private final CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
  private final Display display;
  private final Target target;
  private final String what;

  /**
   * Prepares the target and the display; nothing is sent yet.
   *
   * @param what names the load that is raised from point to point
   */
  LoadWatch(ProbedServer server, ConnectionLimits limits, String what, Shell shell) {
    this.what = what;
    boolean isTerminal = shell.errIsTerminal().getAsBoolean();
    var terminal = Terminal.of(shell.environment(), isTerminal);
    display = new Display(shell.err(), shell.errIsTerminal(), terminal, Time.system());
    target = LoadTarget.of(server.spec(), server.environment(), display::write, limits);
    shell
        .onInterrupt()
        .accept(() -> {
          interrupted.complete(true);
          target.close();
        });
  }

  Target target() {
    return target;
  }

  LoadGenerator generator() {
    return LoadGenerator.here(interrupted);
  }

  boolean isInterrupted() {
    return interrupted.isDone();
  }

  void step(String next) {
    display.begin(next);
  }

  @Override
  public void begin(double load, int number, int of) {
    display.begin(
        what
            + " "
            + (load == Math.rint(load) ? Long.toString((long) load) : load)
            + " ("
            + number
            + " of "
            + of
            + ")");
  }

  @Override
  public void count(int done, int total) {
    display.progress(
        new ShownProgress(
            Integer.toString(done), Integer.toString(total), (double) done / total, ""));
  }

  /** Erases the progress line. */
  void hide() throws InterruptedException {
    display.hide();
  }

  /** Disconnects from the server, and ends it if it was started. */
  @Override
  public void close() {
    target.close();
    try {
      display.close();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // the last lines may be lost
    }
  }
}
