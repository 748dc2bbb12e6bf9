package dev.belay.config;

/** Whether a tool's calls may run beside others (C19). */
public enum Concurrency {
  /** Beside every other parallel call. */
  PARALLEL,
  /** Alone: it waits for the running calls and holds the next ones back. */
  EXCLUSIVE
}
