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
  private static final int RUN_LENGTH = 8;

  static EventIds fresh(RandomGenerator random) {
    return new EventIds(HexFormat.of().toHexDigits(random.nextInt()));
  }

  /** {@return whether the text is an id of some run} */
  static boolean isId(String text) {
    int dash = text.indexOf('-');
    return dash == RUN_LENGTH && new EventIds(text.substring(0, dash)).sequence(text).isPresent();
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
