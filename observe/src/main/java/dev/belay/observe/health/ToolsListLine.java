package dev.belay.observe.health;

import dev.belay.gateway.listing.ListFigures;
import java.util.Locale;
import java.util.function.Supplier;

/** Statistics of the cache of tool lists as one line of the log, by the letter of S4-21. */
public record ToolsListLine(Supplier<ListFigures.Cache> cache) implements Supplier<String> {
  @Override
  public String get() {
    var now = cache.get();
    return String.format(
        Locale.ROOT,
        "[MCP] tools/list stats requests=%d hit_rate=%.1f%% cache_hits=%d cache_misses=%d"
            + " build_count=%d build_failures=%d build_avg_ms=%.2f build_max_ms=%.2f",
        now.requests(),
        now.hitRatePct(),
        now.hits(),
        now.misses(),
        now.builds(),
        now.buildFailures(),
        now.averageBuildMs(),
        now.longestBuildMs());
  }
}
