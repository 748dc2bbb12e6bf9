package dev.belay.config;

import java.util.List;
import java.util.function.BiConsumer;

/** Lists the effective values of what clients see of tools. */
record ListingExplanation(ListingSettings listing, BiConsumer<String, String> row) {
  void rows() {
    var lists = listing.lists();
    show(ListKeys.DESCRIPTION_MAX_CHARS, String.valueOf(lists.descriptionMaxChars()));
    show(ListKeys.MAX_IN_FLIGHT, String.valueOf(lists.maxInFlight()));
    show(ListKeys.CACHE_TTL_MS, String.valueOf(lists.cacheTtl().toMillis()));
    show(ListKeys.WAIT_MS, String.valueOf(lists.patience().toMillis()));
    show(ListKeys.COMPACT, Choice.show(lists.compact()));
    row.accept(Keys.MCP + "." + Keys.ON_CHANGE.name(), Choice.show(listing.onChange()));
    row.accept(
        Keys.MCP + "." + Keys.AGENT_LIST_TTL_MS.name(),
        String.valueOf(listing.agentListTtl().toMillis()));
    for (int i = 0; i < listing.access().size(); i++) {
      var rule = listing.access().get(i);
      row.accept(
          AccessSection.path(i), "principals " + ToolLists.show(rule.principals()) + words(rule));
    }
  }

  private static String words(AccessRule rule) {
    return list(", allow ", rule.tools().allow()) + list(", deny ", rule.tools().deny());
  }

  private static String list(String word, List<Glob> globs) {
    return globs.isEmpty() ? "" : word + ToolLists.show(globs);
  }

  private void show(Key<?> key, String value) {
    row.accept(ListKeys.PATH + "." + key.name(), value);
  }
}
