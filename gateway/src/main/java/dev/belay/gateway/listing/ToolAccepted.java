package dev.belay.gateway.listing;

/** What a tool says of itself was accepted by a person. */
public record ToolAccepted(String server, String tool, Pin pin) {}
