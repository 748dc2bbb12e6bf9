package dev.belay.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the sources said about what clients see of tools; the rules of one file only. */
final class ListingDraft {
  final Values lists = new Values(Keys.MCP + ".tools_list");
  private final List<AccessRule> rules = new ArrayList<>();
  private final Map<String, Origin> origins = new LinkedHashMap<>();

  void rule(AccessRule rule, Origin at) {
    origins.put(AccessSection.path(rules.size()), at);
    rules.add(rule);
  }

  ListingSettings settled(Values mcp, Map<String, Origin> into) {
    var onChange = mcp.get(Keys.ON_CHANGE);
    var ttl = mcp.get(Keys.AGENT_LIST_TTL_MS);
    if (lists.isEmpty() && rules.isEmpty() && onChange == null && ttl == null) {
      return ListingSettings.defaults();
    }
    lists.eachOrigin(into::put);
    into.putAll(origins);
    return new ListingSettings(
        ListSettings.of(lists),
        onChange == null ? OnChange.ALLOW : onChange,
        rules,
        ttl == null ? ListingSettings.AGENT_LIST_TTL : Duration.ofMillis(ttl));
  }
}
