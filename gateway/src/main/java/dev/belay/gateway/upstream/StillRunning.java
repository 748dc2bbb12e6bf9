package dev.belay.gateway.upstream;

/**
 * A cancelled request whose end is unknown: its server may continue it, and ask questions about it.
 *
 * @param isStopping whether the server's time to obey is not over
 */
public record StillRunning(Asker asker, boolean isStopping) {}
