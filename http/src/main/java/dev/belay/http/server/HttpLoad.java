package dev.belay.http.server;

/**
 * How busy a server is right now.
 *
 * @param connections open, idle ones included
 * @param requests being answered, open streams included
 */
public record HttpLoad(int connections, int requests) {}
