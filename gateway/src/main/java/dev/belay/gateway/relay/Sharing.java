package dev.belay.gateway.relay;

/** The clients that a server may have, and thus who opens it. */
public enum Sharing {
  /**
   * One client, for as long as the program runs: it opens the server itself, by its own messages.
   */
  ONE_CLIENT,
  /** Any number of clients, of any era: Belay opens the server, and answers openings itself. */
  MANY_CLIENTS
}
