package dev.belay.testkit.tool;

import tools.jackson.databind.JsonNode;

/**
 * One question of a tool to its client.
 *
 * @param method such as {@code elicitation/create}
 */
public record Asked(String method, JsonNode params) {}
