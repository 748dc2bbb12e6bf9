package dev.belay.observe.rest;

import dev.belay.core.journal.Journal;
import dev.belay.mcp.envelope.JsonText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The events of one call for one answer, which is bounded: of a long story the middle is left out.
 *
 * @param events in order
 * @param leftOut how many are missing behind the first {@link #FIRST}
 */
record CallStory(List<JsonText> events, int leftOut) {
  static final int FIRST = 100;
  static final int MOST = 1_000;
  private static final int MOST_CHARACTERS = 1 << 20;

  static CallStory of(List<Journal.Entry> entries) {
    int first = Math.min(FIRST, entries.size());
    var events = new ArrayList<JsonText>();
    long characters = 0;
    for (var entry : entries.subList(0, first)) {
      var event = EventText.ofStory(entry);
      characters += event.toString().length();
      events.add(event);
    }
    var last = new ArrayDeque<JsonText>();
    // From the end, which tells more than the middle.
    for (var entry : entries.subList(first, entries.size()).reversed()) {
      var event = EventText.ofStory(entry);
      characters += event.toString().length();
      if (last.size() == MOST - FIRST || characters > MOST_CHARACTERS) {
        break;
      }
      last.addFirst(event);
    }
    events.addAll(last);
    return new CallStory(events, entries.size() - events.size());
  }
}
