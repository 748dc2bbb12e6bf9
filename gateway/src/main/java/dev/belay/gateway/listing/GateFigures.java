package dev.belay.gateway.listing;

/**
 * How full a {@link ListGate} is, and has been.
 *
 * @param inFlight requests that are inside
 * @param peakInFlight most that were inside at once
 * @param maxInFlight most that may be
 * @param waiting requests that wait outside
 * @param peakWaiting most that waited at once
 * @param admitted requests that got in
 * @param refused requests that did not
 */
public record GateFigures(
    int inFlight,
    int peakInFlight,
    int maxInFlight,
    int waiting,
    int peakWaiting,
    long admitted,
    long refused) {}
