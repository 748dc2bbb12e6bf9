package dev.belay.observe.health;

/**
 * Figures of one endpoint at one moment.
 *
 * @param requests that have ended
 * @param p95Ms of the newest 1,024, by true nearest rank
 */
public record EndpointFigures(
    String endpoint,
    long requests,
    long errors,
    int inFlight,
    int maxInFlight,
    double p95Ms,
    double p99Ms) {}
