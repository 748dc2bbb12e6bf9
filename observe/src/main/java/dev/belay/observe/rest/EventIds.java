package dev.belay.observe.rest;

import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Ids of events: the number in the journal, prefixed with the id of this run of the program, so
 * that a client cannot resume in another run's journal.
 */
record EventIds(String run) {
  static EventIds fresh(RandomGenerator random) {
    return new EventIds(HexFormat.of().toHexDigits(random.nextInt()));
  }

  String of(long sequence) {
    return run + "-" + sequence;
  }

  /** {@return the number in an id of this run; empty for any other id} */
  OptionalLong sequence(@Nullable String id) {
    if (id == null || !id.startsWith(run + "-")) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(id.substring(run.length() + 1)));
    } catch (NumberFormatException _) {
      return OptionalLong.empty();
    }
  }
}
