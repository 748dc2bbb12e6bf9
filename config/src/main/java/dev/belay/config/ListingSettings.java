package dev.belay.config;

import java.time.Duration;
import java.util.List;

/**
 * What clients, and turns, get to see of tools.
 *
 * @param lists how tools are listed: {@code mcp.tools_list}
 * @param onChange what becomes of changed tools: {@code mcp.on_change}
 * @param access who may call what, the first rule that names a principal: {@code access.rules}
 * @param agentListTtl how long turns go by what tools there were: {@code
 *     mcp.agent_list_tools_cache_ttl_ms}; zero is not at all
 */
public record ListingSettings(
    ListSettings lists, OnChange onChange, List<AccessRule> access, Duration agentListTtl) {
  /** How long turns go by what tools there were, unless told otherwise. */
  static final Duration AGENT_LIST_TTL = Duration.ofSeconds(1);

  public ListingSettings {
    access = List.copyOf(access);
  }

  /** {@return the settings of a user who sets nothing} */
  public static ListingSettings defaults() {
    return new ListingSettings(ListSettings.defaults(), OnChange.ALLOW, List.of(), AGENT_LIST_TTL);
  }
}
