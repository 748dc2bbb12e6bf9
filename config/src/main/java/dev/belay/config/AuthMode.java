package dev.belay.config;

/** Whether anybody has to prove who they are. */
public enum AuthMode {
  /** Whoever uses {@code /api} does, and whoever uses {@code /mcp} where {@code auth} says how. */
  TOKEN,
  /** Nobody does, which is for loopback alone. */
  NONE
}
