package dev.belay.cli.server;

import dev.belay.gateway.config.HttpSettings;
import dev.belay.gateway.config.Settings;
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

  static dev.belay.http.server.HttpSettings of(Settings all) throws IOException {
    var said = all.http();
    return new dev.belay.http.server.HttpSettings(
        LocalAddress.of(said.host(), all.auth().isRequired(), InetAddress::getByName),
        said.port(),
        bounds(said),
        Set.copyOf(said.allowedHosts()),
        Set.copyOf(said.allowedOrigins()));
  }

  private static HttpBounds bounds(HttpSettings said) {
    var size = SizeBounds.defaults();
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
            Patience.defaults()
                .requestWithin(orForEver(times.requestRead()))
                .quiet(orForEver(times.connectionIdle()), orForEver(times.sseCommentInterval())));
  }

  private static Duration orForEver(Duration limit) {
    return limit.isZero() ? FOR_EVER : limit;
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
        orForEver(times.sessionIdle()),
        defaults.retry());
  }
}
