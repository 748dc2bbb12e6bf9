package dev.belay.mcp.era;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;

/** The two ways of speaking MCP (2026-07-28 §compatibility). */
public enum Era {
  /** Sessions: opened by {@code initialize}, 2024-11-05 to 2025-11-25. */
  LEGACY,
  /** Stateless: every request names its revision, 2026-07-28. */
  MODERN;

  /**
   * Returns the era that the first message of a process speaks, and with it the process.
   *
   * <p>A revision claimed in {@code _meta} is modern whatever it claims: a claim that is not
   * understood gets an error, never the other era.
   */
  public static Era ofOpening(Envelope opening) {
    return opening.has(Member.META_PROTOCOL_VERSION) || opening.method().equals("server/discover")
        ? MODERN
        : LEGACY;
  }
}
