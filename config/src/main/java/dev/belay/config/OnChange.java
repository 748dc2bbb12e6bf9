package dev.belay.config;

/** The treatment of a tool whose definition differs from the one first seen. */
public enum OnChange {
  /** The change is journaled, and the new definition counts from then on. */
  ALLOW,

  /** The tool is held back until a person accepts it, alone or with others of its server. */
  ASK,

  /** The tool is held back without a question: it can be accepted only by its own name. */
  REFUSE
}
