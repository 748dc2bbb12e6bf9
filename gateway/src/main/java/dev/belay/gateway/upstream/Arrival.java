package dev.belay.gateway.upstream;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A call's wait for a serving process, queued in order with all other deliveries. */
final class Arrival implements Delivery {
  private final CompletableFuture<UpstreamConnection> link = new CompletableFuture<>();
  private final Upstream upstream;

  private Arrival(Upstream upstream) {
    this.upstream = upstream;
  }

  static Arrival of(Upstream upstream) {
    var arrival = new Arrival(upstream);
    upstream.deliver(arrival);
    return arrival;
  }

  @Override
  public void to(UpstreamConnection ready) {
    link.complete(ready);
  }

  @Override
  public void unavailable(String why) {
    link.completeExceptionally(new Unavailable(why));
  }

  UpstreamConnection await() throws InterruptedException, Unavailable {
    try {
      return link.get();
    } catch (InterruptedException e) {
      upstream.takeBack(this);
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Unavailable why ? why : new Unavailable(String.valueOf(e));
    }
  }
}
