package dev.belay.gateway.upstream;

/**
 * A process that takes no new calls and ends with those it has (C34).
 *
 * @param pid its process id; 0 for a session with a remote server
 * @param calls how many calls still run on it
 * @param why a sentence
 */
public record RetiringProcess(long pid, int calls, String why) {}
