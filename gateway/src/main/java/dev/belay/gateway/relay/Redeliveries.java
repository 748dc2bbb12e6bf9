package dev.belay.gateway.relay;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts how often one request went to another process, since the last one ended before it can have
 * read it: bounded, since a server may never read any.
 */
final class Redeliveries {
  private static final int MOST = 3;

  private final AtomicInteger made = new AtomicInteger();

  /** {@return whether the request may go to one more process, and counts it} */
  boolean take() {
    return made.getAndIncrement() < MOST;
  }
}
