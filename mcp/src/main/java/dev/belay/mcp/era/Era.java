package dev.belay.mcp.era;

/** The two ways of speaking MCP (2026-07-28 §compatibility). */
public enum Era {
  /** Sessions: opened by {@code initialize}, 2024-11-05 to 2025-11-25. */
  LEGACY,
  /** Stateless: every request names its revision, 2026-07-28. */
  MODERN
}
