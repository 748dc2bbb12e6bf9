package dev.belay.cli.server;

import dev.belay.config.AddressRange;
import dev.belay.config.HttpHost;
import dev.belay.config.HttpSettings;
import dev.belay.config.Settings;
import dev.belay.console.Pages;
import dev.belay.core.share.Shares;
import dev.belay.http.server.ServerBounds;
import dev.belay.http.server.ServerBounds.Patience;
import dev.belay.http.stream.StreamBounds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Translates the configuration of HTTP into that of the server and of MCP over it. */
public final class HttpBinding {
  private static final Duration FOR_EVER = Duration.ofDays(365);

  private HttpBinding() {}

  static dev.belay.http.server.HttpServerOptions of(Settings all) throws IOException {
    var said = all.http();
    return dev.belay.http.server.HttpServerOptions.defaults()
        .at(
            LocalAddress.of(said.host(), all.auth().isRequired(), InetAddress::getByName),
            said.port())
        .bounded(bounds(said))
        .allowing(Set.copyOf(said.allowedHosts()), Set.copyOf(said.allowedOrigins()))
        .behind(proxies(said))
        .serving(Set.of("/health", "/health/live", "/health/ready"))
        .showing(shown());
  }

  /** Pages that a person may come to by a link from elsewhere. */
  private static Set<String> shown() {
    var all = new HashSet<>(Pages.PATHS);
    all.addAll(Set.of("/health", "/health/live", "/health/ready", "/metrics"));
    return Set.copyOf(all);
  }

  /** {@return a warning if a request of allowed size can never be served with this heap} */
  public static Optional<String> warning(Settings all) {
    var said = all.http().bounds();
    var size = bounds(all.http()).size();
    return size.holdsLongestBody()
        ? Optional.empty()
        : Optional.of(
            ("warning: http.max_body_bytes (%d) is not less than a quarter of what"
                    + " http.memory_percent (%d) is here: %d bytes of a heap of %d. A request as"
                    + " long, with an answer as long, gets 503 every time. Have the one below %d,"
                    + " or raise the other (50 at most) or the heap.")
                .formatted(
                    said.maxBodyBytes(),
                    said.memoryPercent(),
                    size.memoryBytes(),
                    Runtime.getRuntime().maxMemory(),
                    size.memoryBytes() / 4));
  }

  private static Predicate<InetAddress> proxies(HttpSettings said) {
    var ranges = said.trustedProxies().stream().map(AddressRange::of).toList();
    return address -> ranges.stream().anyMatch(range -> range.contains(address));
  }

  /** {@return the memory that clients may occupy} */
  static Shares memory(HttpSettings said) {
    return new Shares(bounds(said).size().memoryBytes());
  }

  private static ServerBounds bounds(HttpSettings said) {
    var times = said.times();
    return ServerBounds.defaults()
        .connections(said.bounds().maxConnections())
        .size(
            ServerBounds.Sizes.defaults()
                .with(
                    said.bounds().maxBodyBytes(),
                    ServerBounds.Sizes.ofHeap(said.bounds().memoryPercent())))
        .patience(
            Patience.defaults()
                .requestWithin(orForEver(times.requestRead()))
                .wholeBody(orForEver(times.body()))
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

  /** The address to bind, resolved once, since the machine decides what {@code localhost} is. */
  static final class LocalAddress {
    private LocalAddress() {}

    /** Resolves a host name. */
    @FunctionalInterface
    interface Names {
      InetAddress address(String name) throws UnknownHostException;
    }

    /**
     * {@return the address to bind for {@code host}, as a literal}
     *
     * @param isGuarded whether other machines may reach it, because clients must authenticate
     * @throws IOException if others could reach the bound address unguarded
     */
    static String of(String host, boolean isGuarded, Names names) throws IOException {
      InetAddress address;
      try {
        address = names.address(host);
      } catch (UnknownHostException _) {
        throw new IOException("http.host: this machine knows no address of " + host);
      }
      if (!isGuarded && !address.isLoopbackAddress()) {
        throw new IOException(
            "http.host: "
                + host
                + " is "
                + address.getHostAddress()
                + " here, which "
                + HttpHost.NOT_LOOPBACK);
      }
      return address.getHostAddress();
    }
  }
}
