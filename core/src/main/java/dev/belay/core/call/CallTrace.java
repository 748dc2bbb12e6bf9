package dev.belay.core.call;

import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.journal.Subject;

/** Publishes the events of one call to the journal. */
record CallTrace(Journal journal, Subject subject) {
  void publish(CallEvent event) {
    journal.publish(subject, event);
  }
}
