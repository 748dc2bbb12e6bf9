package dev.belay.probe.load;

/** One reason of failures, and how often it was given. */
public record Fault(String reason, int count) {}
