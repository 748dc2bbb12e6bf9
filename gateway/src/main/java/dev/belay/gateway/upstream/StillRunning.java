package dev.belay.gateway.upstream;

/**
 * A request that was taken back, of which it is not known that it was stopped: its server may go on
 * with it, and ask for it.
 *
 * @param isStopping whether its server may still be about to obey
 */
public record StillRunning(Asker asker, boolean isStopping) {}
