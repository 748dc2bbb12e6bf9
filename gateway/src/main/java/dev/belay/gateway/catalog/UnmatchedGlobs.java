package dev.belay.gateway.catalog;

import dev.belay.config.Glob;
import dev.belay.config.Settings;
import dev.belay.gateway.upstream.Report;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Says once what in a configuration names no tool of any server: most likely a mistake, which
 * nothing else would show. Only where every server has told its tools.
 */
final class UnmatchedGlobs {
  private final Settings settings;
  private final Report report;
  private final AtomicBoolean done = new AtomicBoolean();

  UnmatchedGlobs(Settings settings, Report report) {
    this.settings = settings;
    this.report = report;
  }

  void look(Map<CatalogMember, Fetched> tools) {
    if (settings.tools().isEmpty() || done.get()) {
      return;
    }
    var names = new ArrayList<String>();
    for (var entry : tools.entrySet()) {
      if (!(entry.getValue() instanceof Fetched.Items list)) {
        return;
      }
      for (var item : list.items()) {
        names.add(entry.getKey().name() + Glob.SEPARATOR + item.key());
      }
    }
    if (done.compareAndSet(false, true)) {
      for (var finding : settings.unmatchedGlobs(names)) {
        report.say("warning: " + finding);
      }
    }
  }
}
