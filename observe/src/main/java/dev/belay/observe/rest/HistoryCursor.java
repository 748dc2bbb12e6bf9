package dev.belay.observe.rest;

import dev.belay.core.job.JobStore;
import dev.belay.core.name.ShortText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where a page of the history begins: in the journal, or in the store of jobs behind it. */
sealed interface HistoryCursor {
  /** {@return the time before which calls ended that were in no journal of the pages before} */
  Instant endedBefore();

  /** Calls that ended before that entry of the journal of this run, then jobs. */
  record InJournal(long before, Instant endedBefore) implements HistoryCursor {}

  /** Jobs alone, from a place in their store on. */
  record InStore(long before, Instant endedBefore) implements HistoryCursor {}

  /** The base in which numbers are written. */
  int RADIX = 36;

  /** {@return the text from which {@link #parse} makes this cursor} */
  default String text(EventIds ids) {
    var place =
        switch (this) {
          case InJournal(long before, var _) -> ids.of(before);
          case InStore(long before, var _) -> "jobs-" + written(before);
        };
    return place + "-" + written(endedBefore().toEpochMilli());
  }

  /**
   * {@return the cursor; null is that of the first page; after a restart, one behind an entry
   * begins with the jobs}
   */
  static HistoryCursor parse(@Nullable String text, EventIds ids) throws Query.WrongException {
    if (text == null) {
      return new InJournal(Long.MAX_VALUE, Instant.ofEpochMilli(Long.MAX_VALUE));
    }
    int dash = text.lastIndexOf('-');
    try {
      var place = text.substring(0, Math.max(0, dash));
      var endedBefore = Instant.ofEpochMilli(number(text.substring(dash + 1)));
      if (place.startsWith("jobs-")) {
        return new InStore(number(place.substring("jobs-".length())), endedBefore);
      }
      var sequence = ids.sequence(place);
      if (sequence.isPresent()) {
        return new InJournal(sequence.getAsLong(), endedBefore);
      }
      if (EventIds.isId(place)) {
        return new InStore(JobStore.NEWEST, endedBefore);
      }
    } catch (NumberFormatException _) {
      // Said below.
    }
    throw new Query.WrongException(
        "before is the \"next\" of another page, not " + ShortText.name(text));
  }

  private static String written(long number) {
    return Long.toString(number, RADIX);
  }

  private static long number(String text) {
    long number = Long.parseLong(text, RADIX);
    if (number < 0) {
      throw new NumberFormatException(text);
    }
    return number;
  }
}
