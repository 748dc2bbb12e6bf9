package dev.belay.gateway.listing;

/**
 * What a tool says of itself and nobody has accepted yet.
 *
 * @param isRefused whether nobody is asked for it, so that only its own name can have it accepted
 */
public record HeldPin(Pin pin, boolean isRefused) {}
