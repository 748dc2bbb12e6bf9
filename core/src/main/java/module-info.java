/**
 * One call, one turn, one job: limits, heartbeats, cancellation, lanes, outcomes. No I/O, no JSON,
 * no HTTP.
 */
module dev.belay.core {
  requires static transitive org.jspecify;

  exports dev.belay.core.time;
}
