package dev.belay.config;

import dev.belay.config.Setting.Reload;
import java.time.Duration;
import java.util.List;

/**
 * How tools are presented to clients and turns.
 *
 * @param lists the form of lists: {@code mcp.tools_list}
 * @param onChange the treatment of changed tools: {@code mcp.on_change}
 * @param access the access rules, of which the first that names a principal counts: {@code
 *     access.rules}
 * @param agentListTtl how long turns use the same list of tools: {@code
 *     mcp.agent_list_tools_cache_ttl_ms}; zero is not at all
 */
public record ListingSettings(
    Lists lists, OnChange onChange, List<AccessRule> access, Duration agentListTtl) {
  public ListingSettings {
    access = List.copyOf(access);
  }

  /** {@return the default settings} */
  public static ListingSettings defaults() {
    return of(new Values(Config.ROOT), new Findings());
  }

  static ListingSettings of(Values root, Findings findings) {
    var mcp = root.in(McpSettings.SECTION);
    return new ListingSettings(
        Lists.of(mcp.in(Lists.SECTION)),
        mcp.get(McpSettings.ON_CHANGE),
        AccessRule.all(root.in(AccessRule.SECTION), findings),
        Duration.ofMillis(mcp.get(McpSettings.AGENT_LIST_TTL_MS)));
  }

  /**
   * Lists of tools of many servers: {@code mcp.tools_list}. Each component is a key.
   *
   * @param descriptionMaxChars the longest description in a list (S4-8)
   * @param maxInFlight how many lists are served at once (S4-10)
   * @param cacheTtl how long a list is cached; zero is never (S4-11)
   * @param patience how long a list waits for a server that is starting
   * @param compact which tools are shortened in lists (C22)
   */
  public record Lists(
      int descriptionMaxChars,
      int maxInFlight,
      Duration cacheTtl,
      Duration patience,
      Compaction compact) {
    static final Section SECTION = new Section("tools_list", Reload.AT_ONCE, "Lists of tools.");
    private static final Setting<Integer> DESCRIPTION_MAX_CHARS =
        SECTION.setting(
            "description_max_chars",
            Codec.clamped(80, 500),
            140,
            "longest description of a tool in a list, from 80 to 500");
    private static final Setting<Integer> MAX_IN_FLIGHT =
        SECTION.setting(
            "max_in_flight", Codec.clamped(1, 512), 90, "lists served at once, from 1 to 512");
    private static final Setting<Integer> CACHE_TTL_MS =
        SECTION.number(
            "cache_ttl_ms",
            0,
            3_600_000,
            1_000,
            "how long a list is served again, in milliseconds; 0 = never");
    private static final Setting<Integer> WAIT_MS =
        SECTION.number(
            "wait_ms",
            0,
            60_000,
            1_000,
            "how long a list waits for a server that is not there yet, in milliseconds");
    private static final Setting<Compaction> COMPACT =
        SECTION.choice("compact", Compaction.NATIVE, "whose tools are shortened in lists");

    static Lists of(Values values) {
      return new Lists(
          values.get(DESCRIPTION_MAX_CHARS),
          values.get(MAX_IN_FLIGHT),
          Duration.ofMillis(values.get(CACHE_TTL_MS)),
          Duration.ofMillis(values.get(WAIT_MS)),
          values.get(COMPACT));
    }
  }

  /**
   * Which tools are shortened in lists, compared with their servers' definitions (S4-7 … S4-9,
   * C35).
   */
  public enum Compaction {
    /** Tools in Java, whose authors are told what is left out. */
    NATIVE,

    /** All tools. */
    ALL,

    /** No tools. */
    NONE
  }
}
