package dev.belay.mcp.server;

/** Which eras a server speaks. */
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
