package dev.belay.tools.share;

import dev.belay.core.call.Failure;

/** How a shared call ended for the calls that wait. */
sealed interface FlightResult<R> {
  /** With a result, of a success or of the tool's own failure. */
  record Landed<R>(Kept<R> result) implements FlightResult<R> {}

  /** With a failure that would have been the same for all of them. */
  record Failed<R>(Failure failure) implements FlightResult<R> {}

  /** Stopped for reasons of its own: another call has to run. */
  record Again<R>() implements FlightResult<R> {}

  /** It asks its client, or has more than a result: each call has to run by itself. */
  record Alone<R>() implements FlightResult<R> {}
}
