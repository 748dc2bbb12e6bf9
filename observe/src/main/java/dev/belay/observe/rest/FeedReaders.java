package dev.belay.observe.rest;

import java.util.ArrayList;
import java.util.List;

/** The clients that read one feed, bounded in number. Guarded by the lock of its feed. */
final class FeedReaders {
  /** The most readers; further ones are refused. */
  static final int MOST = 256;

  /** The most readers of one principal that may not see everything. */
  static final int SHARE = 32;

  /** What a refused client is told. */
  static final String TOO_MANY =
      "too many read events already ("
          + MOST
          + " in all, or "
          + SHARE
          + " of yours); close some or try again later";

  private final List<EventReader> readers = new ArrayList<>();

  /** {@return whether another reader may join} */
  boolean hasRoomFor(Sight sight) {
    // Without recent events, departed readers have gone unnoticed.
    prune();
    return readers.size() < MOST && (sight.who().isAdmin() || of(sight) < SHARE);
  }

  private long of(Sight sight) {
    var principal = sight.who().principal();
    return readers.stream()
        .filter(reader -> reader.sight().who().principal().equals(principal))
        .count();
  }

  void add(EventReader reader) {
    readers.add(reader);
  }

  void prune() {
    readers.removeIf(EventReader::isGone);
  }

  boolean isEmpty() {
    return readers.isEmpty();
  }

  int size() {
    return readers.size();
  }

  /** {@return those that have what came before, and go on with what comes} */
  List<EventReader> now() {
    return readers.stream().filter(EventReader::isCaughtUp).toList();
  }

  /** Ends every stream. */
  void end() {
    readers.forEach(reader -> reader.stream().end());
    readers.clear();
  }
}
