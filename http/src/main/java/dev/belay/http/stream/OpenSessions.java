package dev.belay.http.stream;

/**
 * How many clients are there that last longer than one request; modern ones do not.
 *
 * @param legacy sessions over Streamable HTTP
 * @param sse streams of clients of 2024-11-05
 */
public record OpenSessions(int legacy, int sse) {}
