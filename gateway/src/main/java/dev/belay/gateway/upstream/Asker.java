package dev.belay.gateway.upstream;

/**
 * Who has a request open at an upstream, as those know who made it: what it asks back is theirs.
 */
public interface Asker {}
