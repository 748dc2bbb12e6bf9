package dev.belay.cli.remote;

/** A turn that runs on a gateway, and whose it is. */
public record ActiveTurn(String turnId, String agentId, String sessionId) {}
