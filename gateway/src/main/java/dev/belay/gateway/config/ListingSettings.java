package dev.belay.gateway.config;

import java.util.List;

/**
 * What clients get to see of tools.
 *
 * @param lists how tools are listed: {@code mcp.tools_list}
 * @param onChange what becomes of changed tools: {@code mcp.on_change}
 * @param access who may call what, the first rule that names a principal: {@code access.rules}
 */
public record ListingSettings(ListSettings lists, OnChange onChange, List<AccessRule> access) {
  public ListingSettings {
    access = List.copyOf(access);
  }

  /** {@return the settings of a user who sets nothing} */
  public static ListingSettings defaults() {
    return new ListingSettings(ListSettings.defaults(), OnChange.ALLOW, List.of());
  }
}
