package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.Delivery;
import dev.belay.gateway.upstream.UpstreamConnection;

/** Lets a request go on whose state shows whose it is only once the server's era is known. */
record AfterOpening(UndecidedRequest request) implements Delivery {
  @Override
  public void to(UpstreamConnection link) {
    request.goOn();
  }

  @Override
  public void unavailable(String why) {
    request.goOn();
  }
}
