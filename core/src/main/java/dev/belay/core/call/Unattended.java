package dev.belay.core.call;

import java.time.Duration;

/** What becomes of a call when the last one who waited for it has left. */
public sealed interface Unattended {
  /** It is cancelled at once, for the reason that the last one left for. */
  record CancelNow() implements Unattended {}

  /** It is cancelled for that reason, unless somebody waits again in time. */
  record CancelAfter(Duration delay) implements Unattended {}

  /** It goes on. */
  record Never() implements Unattended {}
}
