package dev.belay.bench.catalog;

import dev.belay.bench.report.Effort;
import dev.belay.bench.report.Report;
import java.nio.file.Path;

/**
 * Figures of many servers behind one URL. A failed measurement is reported with its reason, and the
 * others continue.
 */
public final class CatalogFigures {
  private CatalogFigures() {}

  /** Measures all figures, with a finished {@code dist/} in {@code root}. */
  public static void take(Report report, Path root, Effort effort) throws InterruptedException {
    var lists = new ListCosts(report, root, effort);
    var watchers = new Watchers(report, root, effort);
    report.part("short list", () -> lists.cached(2, 10, 20_000, 20));
    report.part("long list", () -> lists.cached(20, 50, 1_500, 200));
    report.part("short list, built anew", () -> lists.rebuilt(2, 10));
    report.part("long list, built anew", () -> lists.rebuilt(20, 50));
    report.part("payload", () -> new Payload(root).take(report));
    report.part("watching", watchers::observed);
    report.part("readers of events", watchers::readers);
  }
}
