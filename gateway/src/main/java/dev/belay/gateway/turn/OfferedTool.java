package dev.belay.gateway.turn;

/**
 * A tool as it is offered to a model.
 *
 * @param description what it does; may be empty
 * @param inputSchema the JSON Schema of its arguments: a JSON object
 */
public record OfferedTool(String name, String description, String inputSchema) {}
