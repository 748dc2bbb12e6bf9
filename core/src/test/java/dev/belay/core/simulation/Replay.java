package dev.belay.core.simulation;

import dev.belay.core.call.CallId;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The state of one call as derived from the journal alone. */
final class Replay {
  String end = "";
  String step = "";
  int settled;
  int lateResults;
  boolean ran;
  Duration timeout = Duration.ZERO;
  Duration idleTimeout = Duration.ZERO;

  /** Events that must not occur after the end. */
  final List<CallEvent> afterTheEnd = new ArrayList<>();

  static List<Journal.Reading> read(Journal journal) {
    var readings = new ArrayList<Journal.Reading>();
    var reader = journal.readerFromOldest();
    for (var reading = reader.poll(); reading != null; reading = reader.poll()) {
      readings.add(reading);
    }
    return readings;
  }

  static Replay of(CallId id, List<Journal.Reading> readings) {
    var replay = new Replay();
    for (var reading : readings) {
      if (reading instanceof Journal.Entry(_, _, var subject, var event)
          && subject.callId().equals(id.toString())) {
        replay.apply(event);
      }
    }
    return replay;
  }

  private void apply(CallEvent event) {
    switch (event) {
      case CallEvent.Settled(var outcome, var detail, _, _, _) -> {
        settled++;
        end = outcome + "/" + detail;
      }
      case CallEvent.Stopped(var how) -> step = how;
      case CallEvent.LateResult _ -> lateResults++;
      case CallEvent.Running(var total, var idle) -> {
        ran = true;
        timeout = total;
        idleTimeout = idle;
        during(event);
      }
      case CallEvent.LimitsReplaced(var total, var idle, _) -> {
        timeout = total;
        idleTimeout = idle;
        during(event);
      }
      case CallEvent.Accepted _,
          CallEvent.Waiting _,
          CallEvent.Beat _,
          CallEvent.Held _,
          CallEvent.Retrying _,
          CallEvent.Shared _,
          CallEvent.HandedOff _,
          CallEvent.Released _ ->
          during(event);
    }
  }

  private void during(CallEvent event) {
    if (settled > 0) {
      afterTheEnd.add(event);
    }
  }
}
