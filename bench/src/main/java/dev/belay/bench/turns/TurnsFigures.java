package dev.belay.bench.turns;

import dev.belay.bench.report.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** The figures of turns, taken one after the other. */
public final class TurnsFigures {
  private TurnsFigures() {}

  /**
   * {@return all figures; JMH's own report goes to standard output meanwhile}
   *
   * @param forks how many JVMs each benchmark runs in, one after the other
   */
  public static List<Figure> take(int forks)
      throws RunnerException, IOException, InterruptedException {
    var figures = new ArrayList<>(TurnCosts.take(forks));
    // The first one warms up.
    var _ = new TurnAborts().take();
    figures.addAll(new TurnAborts().take());
    figures.addAll(new TurnReaders().take());
    return figures;
  }
}
