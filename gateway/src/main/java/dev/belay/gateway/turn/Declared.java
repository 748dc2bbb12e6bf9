package dev.belay.gateway.turn;

/** What a tool declares of what it does to the world (MCP §ToolAnnotations). */
enum Declared {
  /** Nothing. */
  NOTHING,
  /** That it may destroy. */
  DESTROYS,
  /** That it only reads, or at least destroys nothing. */
  SPARES
}
