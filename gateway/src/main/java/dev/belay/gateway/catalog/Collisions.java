package dev.belay.gateway.catalog;

import dev.belay.gateway.upstream.Report;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Says once of each name that two servers have which of them it means. Safe for many threads. */
final class Collisions {
  /** As many as are told of; a server may list any number. */
  private static final int MOST = 1_000;

  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private final Report report;

  Collisions(Report report) {
    this.report = report;
  }

  void found(ListKind kind, String name, CatalogMember first, CatalogMember second) {
    var text =
        first == second
            ? "the server \"" + first.name() + "\" lists " + name + " twice in its " + kind.member()
            : "the servers \""
                + first.name()
                + "\" and \""
                + second.name()
                + "\" both have "
                + name
                + " among their "
                + kind.member()
                + "; it means that of \""
                + first.name()
                + "\"";
    if (told.size() < MOST && told.add(text)) {
      report.say("warning: " + text);
    }
  }
}
