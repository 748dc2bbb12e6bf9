package dev.belay.gateway.catalog;

import java.util.List;

/** What came of asking one server for one of its lists. */
sealed interface Fetched {
  /** The list of a server that has no such thing. */
  Items NONE = new Items(List.of(), Long.MAX_VALUE, true, false);

  /**
   * The whole list, in the server's order.
   *
   * @param ttlMs how long a client may keep it, as its server says
   * @param isPublic whether clients may share what they keep of it
   * @param isServed whether the server knows such lists at all
   */
  record Items(List<Item> items, long ttlMs, boolean isPublic, boolean isServed)
      implements Fetched {
    public Items {
      items = List.copyOf(items);
    }
  }

  /** There is none to be had; {@code why} is for people. */
  record Failed(String why) implements Fetched {}

  /** There is none yet. */
  record Late() implements Fetched {}
}
