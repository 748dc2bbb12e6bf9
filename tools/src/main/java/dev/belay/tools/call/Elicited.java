package dev.belay.tools.call;

import tools.jackson.databind.node.ObjectNode;

/** Reaction of a person to a question (MCP §elicitation). */
public sealed interface Elicited {
  /** The person accepted, with the values of the form; an empty object if it has no fields. */
  record Accepted(ObjectNode content) implements Elicited {}

  /** The person declined. */
  record Declined() implements Elicited {}

  /** The person dismissed the question without an answer. */
  record Dismissed() implements Elicited {}
}
