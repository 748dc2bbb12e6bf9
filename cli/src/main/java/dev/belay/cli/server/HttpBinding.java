package dev.belay.cli.server;

import dev.belay.gateway.config.HttpSettings;
import dev.belay.http.server.HttpBounds;
import dev.belay.http.server.Patience;
import dev.belay.http.server.SizeBounds;
import dev.belay.http.stream.StreamBounds;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Set;

/** What the configuration says about HTTP, in the terms of the server and of MCP over it. */
final class HttpBinding {
  private static final Duration FOR_EVER = Duration.ofDays(365);

  private HttpBinding() {}

  static dev.belay.http.server.HttpSettings of(HttpSettings said) throws IOException {
    return new dev.belay.http.server.HttpSettings(
        LocalAddress.of(said.host(), InetAddress::getByName),
        said.port(),
        bounds(said),
        Set.copyOf(said.allowedHosts()),
        Set.copyOf(said.allowedOrigins()));
  }

  private static HttpBounds bounds(HttpSettings said) {
    var size = SizeBounds.defaults();
    var patience = Patience.defaults();
    var times = said.times();
    return HttpBounds.defaults()
        .connections(said.bounds().maxConnections())
        .size(
            new SizeBounds(
                size.lineBytes(),
                size.headBytes(),
                size.headers(),
                said.bounds().maxBodyBytes(),
                size.bodiesBytes(),
                size.pipelined(),
                size.unreadBytes()))
        .patience(
            new Patience(
                cut(times.requestRead()),
                cut(times.requestRead()),
                patience.bytesPerSecond(),
                times.connectionIdle().isZero() ? FOR_EVER : times.connectionIdle(),
                patience.write(),
                patience.linger(),
                times.sseCommentInterval().isZero() ? FOR_EVER : times.sseCommentInterval(),
                patience.sweep()));
  }

  /** A request is cut a little before the limit, since the sweep comes by only now and then. */
  private static Duration cut(Duration limit) {
    if (limit.isZero()) {
      return FOR_EVER;
    }
    var sooner = limit.multipliedBy(6).dividedBy(10);
    return sooner.compareTo(Duration.ofSeconds(1)) < 0 ? limit : sooner;
  }

  static StreamBounds streamBounds(HttpSettings said) {
    var bounds = said.bounds();
    var times = said.times();
    var defaults = StreamBounds.DEFAULT;
    return new StreamBounds(
        defaults.message(),
        bounds.maxSessions(),
        bounds.maxSessionsPerPeer(),
        bounds.maxInFlight(),
        bounds.maxInFlightPerSession(),
        defaults.loggedEvents(),
        defaults.loggedBytes(),
        defaults.plainFor(),
        times.resumeFor(),
        times.sessionIdle().isZero() ? FOR_EVER : times.sessionIdle(),
        defaults.retry());
  }
}
