package dev.belay.http.stream;

/**
 * Whom requests without a session belong to, as far as bounds go.
 *
 * @param principal the authenticated subject, or {@code local}
 * @param peer the address that they come from
 */
record Caller(String principal, String peer) {}
