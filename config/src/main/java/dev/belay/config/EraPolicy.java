package dev.belay.config;

/** In which era of MCP a server that speaks both is spoken to. */
public enum EraPolicy {
  /** In that of each client; one that speaks a single era, in that. */
  AUTO,
  /** With sessions: 2024-11-05 to 2025-11-25. */
  LEGACY,
  /** Without: 2026-07-28. */
  MODERN
}
