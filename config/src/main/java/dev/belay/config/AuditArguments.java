package dev.belay.config;

/** What the audit log says of a call's arguments. */
public enum AuditArguments {
  /** Nothing. */
  NONE,
  /** Their SHA-256: whether two calls were the same, and not what they were. */
  HASH,
  /** All but what looks like a secret. */
  REDACTED
}
