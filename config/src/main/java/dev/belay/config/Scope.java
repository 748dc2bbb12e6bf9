package dev.belay.config;

/** The scope of an exclusive call (C19). */
public enum Scope {
  /** The turn or client that made it. */
  TURN,
  /** All callers of the same upstream. */
  UPSTREAM
}
