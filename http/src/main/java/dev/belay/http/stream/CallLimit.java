package dev.belay.http.stream;

import dev.belay.mcp.envelope.Envelope;
import java.time.Duration;

/** The time after which the host itself ends a request (C6, S0-35). */
@FunctionalInterface
public interface CallLimit {
  /**
   * {@return the total limit of that request's call; zero for none}
   *
   * <p>Asked once, on the timer's thread, for a request that has been open for a while: must not
   * block.
   */
  Duration of(Envelope request);

  /** {@return no limit for any request} */
  static CallLimit none() {
    return _ -> Duration.ZERO;
  }
}
