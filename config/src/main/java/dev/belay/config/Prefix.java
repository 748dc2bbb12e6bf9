package dev.belay.config;

/**
 * When the names of a server's tools and prompts begin with the server's own: {@code mcp.prefix}.
 */
public enum Prefix {
  /** Where there is more than one server. */
  AUTO,
  /** Never; of two tools of one name the first server's counts. */
  NONE,
  ALWAYS
}
