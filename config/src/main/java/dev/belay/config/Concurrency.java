package dev.belay.config;

/** Whether a tool's calls may run concurrently with others (C19). */
public enum Concurrency {
  /** Concurrently with every other parallel call. */
  PARALLEL,
  /** Alone: waits for the running calls and holds the next ones back. */
  EXCLUSIVE
}
