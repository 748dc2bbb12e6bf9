package dev.belay.gateway.upstream;

/** What asking a process for the modern era came to (MCP 2026-07-28 §versioning). */
public enum Discovery {
  /** It answered. */
  MODERN,
  /** It answered with an error, or kept silent: some servers never answer what they do not know. */
  LEGACY,
  /** It was gone before it could answer, which says nothing about its successor. */
  GONE
}
