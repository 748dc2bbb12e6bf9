package dev.belay.bench.catalog;

import dev.belay.bench.report.Figure;
import dev.belay.bench.wrap.Effort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The figures of many servers behind one URL. What cannot be taken is told with its reason, and the
 * rest is taken.
 */
public final class CatalogFigures {
  private final List<Figure> figures = new ArrayList<>();

  private CatalogFigures() {}

  /** {@return all figures, with a finished {@code dist/} in {@code root}} */
  public static List<Figure> take(Path root, Effort effort) throws InterruptedException {
    var figures = new CatalogFigures();
    var much = CatalogEffort.of(effort);
    var cached = new CachedLists(root, much);
    var rebuilds = new Rebuilds(root, much);
    var watchers = new Watchers(root, much);
    figures.part("short list", () -> cached.take(new CachedLists.Aim(2, 10, 20_000, 20)));
    figures.part("long list", () -> cached.take(new CachedLists.Aim(20, 50, 1_500, 200)));
    figures.part("short list, built anew", () -> rebuilds.take(2, 10));
    figures.part("long list, built anew", () -> rebuilds.take(20, 50));
    figures.part("payload", () -> new Payload(root).take());
    figures.part("watching", watchers::observed);
    figures.part("readers of events", watchers::readers);
    return figures.figures;
  }

  private interface Part {
    List<Figure> take() throws IOException, InterruptedException;
  }

  private void part(String name, Part part) throws InterruptedException {
    try {
      figures.addAll(part.take());
    } catch (IOException e) {
      figures.add(Figure.missing(name, String.valueOf(e.getMessage())));
    }
  }
}
