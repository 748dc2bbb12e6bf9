/**
 * One call, one turn, one job: limits, heartbeats, cancellation, lanes, outcomes. No I/O, no JSON,
 * no HTTP.
 */
module dev.belay.core {
  requires static transitive org.jspecify;
  requires java.management;
  requires static com.google.errorprone.annotations;

  exports dev.belay.core.approval;
  exports dev.belay.core.call;
  exports dev.belay.core.cancel;
  exports dev.belay.core.job;
  exports dev.belay.core.journal;
  exports dev.belay.core.lane;
  exports dev.belay.core.name;
  exports dev.belay.core.share;
  exports dev.belay.core.text;
  exports dev.belay.core.time;
  exports dev.belay.core.turn;
}
