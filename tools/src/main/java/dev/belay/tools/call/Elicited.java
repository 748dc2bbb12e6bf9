package dev.belay.tools.call;

import tools.jackson.databind.node.ObjectNode;

/** What a person did when asked (MCP §elicitation). */
public sealed interface Elicited {
  /** Said yes, with what was asked for; an empty object if nothing was. */
  record Accepted(ObjectNode content) implements Elicited {}

  /** Said no. */
  record Declined() implements Elicited {}

  /** Went away without an answer. */
  record Dismissed() implements Elicited {}
}
