package dev.belay.mcp.server;

/** The eras that a server speaks. */
public enum Speaks {
  LEGACY,
  MODERN,
  BOTH;

  boolean isLegacy() {
    return this != MODERN;
  }

  boolean isModern() {
    return this != LEGACY;
  }
}
