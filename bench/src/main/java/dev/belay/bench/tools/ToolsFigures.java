package dev.belay.bench.tools;

import dev.belay.bench.http.SideBySide;
import dev.belay.bench.report.Figure;
import dev.belay.bench.wrap.Effort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** The figures of tools in Java, beside the same tool by the SDKs of the protocol. */
public final class ToolsFigures {
  private ToolsFigures() {}

  /**
   * {@return all figures; what cannot be taken is told with its reason}
   *
   * @param root the checkout, built
   */
  public static List<Figure> take(Path root, Effort effort)
      throws InterruptedException, RunnerException {
    var servers = new ToolServers(root);
    var figures = new ArrayList<>(ToolCosts.take(effort.forks()));
    try {
      figures.addAll(new Starts(servers, effort.starts()).take());
    } catch (IOException e) {
      figures.add(Figure.missing("start", String.valueOf(e.getMessage())));
    }
    try {
      figures.addAll(
          new SideBySide(turns(effort)).take(servers.belayOverHttp(), servers.othersOverHttp()));
    } catch (IOException e) {
      figures.add(Figure.missing("over HTTP", String.valueOf(e.getMessage())));
    }
    if (!servers.hasTypeScript()) {
      figures.add(Figure.missing("TypeScript SDK", "it is not installed"));
    }
    return figures;
  }

  private static SideBySide.Turns turns(Effort effort) {
    var connections = List.of(1, 32);
    return effort.equals(Effort.QUICK)
        ? new SideBySide.Turns(connections, 1, Duration.ofSeconds(3))
        : new SideBySide.Turns(connections, 5, Duration.ofSeconds(5));
  }
}
