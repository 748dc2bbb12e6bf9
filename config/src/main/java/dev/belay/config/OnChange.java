package dev.belay.config;

/** What becomes of a tool whose definition is another one than when it was first seen. */
public enum OnChange {
  /** It is journaled, and the new definition counts from then on. */
  ALLOW,

  /** It is held back, and waits for a person to accept it, alone or with others of its server. */
  ASK,

  /** It is held back without a question: only its own name can have it accepted. */
  REFUSE
}
