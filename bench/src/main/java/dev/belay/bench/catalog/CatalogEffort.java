package dev.belay.bench.catalog;

import dev.belay.bench.wrap.Effort;
import java.time.Duration;

/**
 * How much is measured of the catalog.
 *
 * @param rounds how often each side has its turn
 * @param round how long a turn takes
 * @param builds how many lists are built anew
 */
record CatalogEffort(int rounds, Duration round, int builds) {
  static CatalogEffort of(Effort effort) {
    return effort.equals(Effort.QUICK)
        ? new CatalogEffort(1, Duration.ofSeconds(3), 20)
        : new CatalogEffort(3, Duration.ofSeconds(8), 100);
  }
}
