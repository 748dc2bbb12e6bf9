package dev.belay.gateway.listing;

import dev.belay.config.Settings;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says once what in a configuration names no tool of any server: most likely a mistake, which
 * nothing else would show. Safe for use by many threads.
 */
public final class UnmatchedGlobs {
  private final Consumer<String> report;
  private final AtomicBoolean done = new AtomicBoolean();

  /** Has looked at nothing yet. */
  public UnmatchedGlobs(Consumer<String> report) {
    this.report = report;
  }

  /**
   * Looks at the names of tools as clients see them, bare or as {@code server__tool}.
   *
   * @param tools all of them; null while some server has not told its own
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
