package dev.belay.gateway.listing;

import dev.belay.config.Settings;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports, once, the names in a configuration that match no tool of any server: most likely
 * mistakes, which would go unnoticed. Safe for use by many threads.
 */
public final class UnmatchedGlobs {
  private final Consumer<String> report;
  private final AtomicBoolean done = new AtomicBoolean();

  /** Starts with nothing reported. */
  public UnmatchedGlobs(Consumer<String> report) {
    this.report = report;
  }

  /**
   * Checks the names of tools as clients see them, bare or as {@code server__tool}.
   *
   * @param tools all of them; null until every server has listed its own
   */
  public void look(Settings settings, Supplier<? extends @Nullable Collection<String>> tools) {
    if (settings.tools().isEmpty() || done.get()) {
      return;
    }
    var names = tools.get();
    if (names != null && done.compareAndSet(false, true)) {
      settings.unmatchedGlobs(names).forEach(finding -> report.accept("warning: " + finding));
    }
  }
}
