package dev.belay.cli.server;

import dev.belay.core.call.EffectiveLimits;
import dev.belay.gateway.catalog.Catalog;
import dev.belay.gateway.catalog.CatalogMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tools of all servers, as far as lists have been read, with the limits of their calls.
 */
@FunctionalInterface
interface KnownTools {
  /** {@return the first of them, in the order of the servers, then by name} */
  Known first(int most);

  /** Some tools, and the number of further ones. */
  record Known(List<LimitedTool> tools, int more) {}

  /**
   * One tool.
   *
   * @param name as clients see it; null where names do not tell whose a tool is
   * @param tool the server's own name for it
   * @param bytes the size of its definition
   */
  record LimitedTool(
      @Nullable String name, String server, String tool, EffectiveLimits limits, int bytes) {}

  /** {@return those of a catalog} */
  static KnownTools of(Catalog catalog) {
    return most -> {
      var tools = new ArrayList<LimitedTool>();
      int all = 0;
      for (CatalogMember member : catalog.members()) {
        var backend = member.backend();
        var known = backend.tools().known();
        all += known.size();
        known.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .limit(most - tools.size())
            .map(entry ->
                new LimitedTool(
                    catalog.named(member.name(), entry.getKey()),
                    member.name(),
                    entry.getKey(),
                    backend.policy(entry.getKey()).limits(),
                    entry.getValue().bytes()))
            .forEach(tools::add);
      }
      return new Known(tools, all - tools.size());
    };
  }
}
