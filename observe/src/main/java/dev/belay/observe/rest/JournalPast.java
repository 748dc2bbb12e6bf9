package dev.belay.observe.rest;

import dev.belay.core.journal.Journal;
import dev.belay.core.journal.Subject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the journal has of some calls at one moment, without a gap.
 *
 * @param entries the events of those calls, the oldest first
 * @param since when the oldest event happened that the journal has, of whatever call; null if it
 *     has none
 */
record JournalPast(List<Journal.Entry> entries, @Nullable Instant since) {
  /** The most entries that are read for one request. */
  private static final int MOST = 1 << 16;

  /** Reads it: what is published meanwhile is left out, so that the reading ends. */
  static JournalPast read(Journal journal, Predicate<Subject> wanted) {
    long end = journal.next();
    var reader = journal.readerFrom(end - MOST);
    var entries = new ArrayList<Journal.Entry>();
    Instant since = null;
    for (var reading = reader.poll(); reading != null; reading = reader.poll()) {
      switch (reading) {
        case Journal.Gap _ -> {
          // Older entries are gone, also those read just now: without them nothing has a hole.
          entries.clear();
          since = null;
        }
        case Journal.Kept kept -> {
          if (kept.sequence() >= end) {
            return new JournalPast(entries, since);
          }
          since = since == null ? kept.at() : since;
          if (kept instanceof Journal.Entry entry && wanted.test(entry.subject())) {
            entries.add(entry);
          }
        }
      }
    }
    return new JournalPast(entries, since);
  }

  /** {@return those calls by id} */
  Map<String, JournaledCall> calls() {
    var calls = new LinkedHashMap<String, JournaledCall>();
    for (var entry : entries) {
      var subject = entry.subject();
      calls.computeIfAbsent(subject.callId(), _ -> new JournaledCall(subject)).add(entry);
    }
    return calls;
  }
}
