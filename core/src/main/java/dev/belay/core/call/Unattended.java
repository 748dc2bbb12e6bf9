package dev.belay.core.call;

import java.time.Duration;

/** What happens to a call when its last waiter has left. */
public sealed interface Unattended {
  /** It is cancelled at once, with the cause given by the last waiter. */
  record CancelNow() implements Unattended {}

  /** It is cancelled with that cause, unless another waiter attaches in time. */
  record CancelAfter(Duration delay) implements Unattended {}

  /** It runs on. */
  record Never() implements Unattended {}
}
