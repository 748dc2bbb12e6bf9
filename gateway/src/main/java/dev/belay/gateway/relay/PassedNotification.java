package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.Delivery;
import dev.belay.gateway.upstream.UpstreamConnection;

/** A notification of the client, on its way to the upstream as it came. */
final class PassedNotification implements Delivery {
  private final byte[] message;

  PassedNotification(byte[] message) {
    this.message = message;
  }

  @Override
  public void to(UpstreamConnection link) {
    link.tell(message);
  }

  /** Nobody waits for an answer to it, so a server that could not start is left alone. */
  @Override
  public boolean wakes() {
    return false;
  }

  @Override
  public void unavailable(String why) {
    // A notification has no answer, so nobody is owed one.
  }
}
