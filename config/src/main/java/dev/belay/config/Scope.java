package dev.belay.config;

/** How far an exclusive call reaches (C19). */
public enum Scope {
  /** Within the turn or client that made it. */
  TURN,
  /** Over everybody who calls the same upstream. */
  UPSTREAM
}
