package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.Delivery;
import dev.belay.gateway.upstream.ServerLink;

/** Lets a request go on whose state shows whose it is only once the server's era is known. */
record AfterOpening(UndecidedRequest request) implements Delivery {
  @Override
  public void to(ServerLink link) {
    request.goOn();
  }

  @Override
  public void unavailable(String why) {
    request.goOn();
  }
}
