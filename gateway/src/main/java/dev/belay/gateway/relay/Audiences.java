package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.Upstream;
import dev.belay.gateway.upstream.UpstreamListener;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.process.tree.Grace;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which clients share an upstream: so far all. */
final class Audiences {
  private final Audience all;

  Audiences(Relay relay, Function<UpstreamListener, Upstream> upstreams) {
    all = new Audience(relay, upstreams);
    all.upstream().start();
  }

  /** {@return those among whom a client belongs, by its first words} */
  Audience of(ClientSession client, @Nullable Envelope firstWords) {
    return all;
  }

  @Nullable String trouble() {
    return all.upstream().trouble();
  }

  void close(Grace grace) throws InterruptedException {
    all.upstream().close(grace);
  }
}
