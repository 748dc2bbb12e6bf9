package dev.belay.gateway.relay;

/** Who may come to a server, and so who speaks to it first. */
public enum Sharing {
  /** One client, for as long as the program runs: it opens the server itself, word for word. */
  ONE_CLIENT,
  /** Any number of clients, of any era: Belay opens the server, and answers openings itself. */
  MANY_CLIENTS
}
