package dev.belay.http.server;

import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import dev.belay.http.route.Route;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * An HTTP/1.1 server that hands each request to its routes on a virtual thread of its own.
 *
 * <p>Concurrency: safe for use by many threads. What moves bytes runs on {@code belay-http-loop-N},
 * what answers on {@code belay-http-N}.
 */
public final class HttpServer implements AutoCloseable {
  /** The loops only have to let go of what they hold. */
  private static final Duration LOOPS_END = Duration.ofSeconds(5);

  private final Serving serving;
  private final Loops loops;
  private final Sweep sweep;
  private final Channel listener;

  private HttpServer(Serving serving, Loops loops, Sweep sweep, Channel listener) {
    this.serving = serving;
    this.loops = loops;
    this.sweep = sweep;
    this.listener = listener;
  }

  /**
   * Binds the address and serves.
   *
   * @param report for a person: a missing native transport, a route that failed
   * @throws IOException if the address cannot be bound; says which
   */
  public static HttpServer open(
      HttpSettings settings, Route routes, Time time, Consumer<String> report) throws IOException {
    return open(settings, routes, time, report, new Shares(settings.bounds().size().memoryBytes()));
  }

  /**
   * Binds the address and serves.
   *
   * @param memory what clients may have the server hold, which the routes count with as well
   * @throws IOException if the address cannot be bound; says which
   */
  public static HttpServer open(
      HttpSettings settings, Route routes, Time time, Consumer<String> report, Shares memory)
      throws IOException {
    return open(
        settings, routes, time, report, memory, Loops.open(/* preferNative= */ true, report));
  }

  static HttpServer open(
      HttpSettings settings,
      Route routes,
      Time time,
      Consumer<String> report,
      Shares memory,
      Loops loops)
      throws IOException {
    var date = new DateLine(time);
    var serving =
        new Serving(
            settings.bounds(),
            new Guard(settings),
            new Peers(settings.proxies()),
            settings.vital(),
            memory,
            routes,
            time,
            report,
            Thread.ofVirtual().name("belay-http-", 1).factory(),
            new Census(settings.bounds().connections()),
            new Answers(date));
    ChannelFuture bound =
        loops
            .bootstrap()
            .childHandler(new Welcome(serving))
            .bind(settings.host(), settings.port())
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      var _ = loops.close();
      throw new IOException(
          "cannot listen on " + settings.host() + ":" + settings.port(), bound.cause());
    }
    var sweep = Sweep.start(serving, loops, date);
    return new HttpServer(serving, loops, sweep, bound.channel());
  }

  /** {@return the port that was bound} */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** {@return how busy it is} */
  public HttpLoad load() {
    return serving.census().load();
  }

  /**
   * Takes no more connections and no more requests: what comes on open connections gets 503 (P25).
   * What runs goes on.
   */
  public void stopAccepting() {
    var _ = listener.close();
    serving.census().end();
    serving.census().connections().forEach(open -> open.onLoop(open::endIfIdle));
  }

  /**
   * Ends the server: what runs gets {@code limit} to finish, and is then ended (P25).
   *
   * <p>An interrupt ends the wait; the interrupt flag is kept.
   */
  public void close(Duration limit) {
    stopAccepting();
    boolean isInterrupted = wait(serving.census().quiet(), limit);
    serving.census().connections().forEach(open -> open.onLoop(open::end));
    // A loop that shuts down closes its connections before it runs what is queued.
    isInterrupted |= wait(loops.settled(), LOOPS_END);
    sweep.close();
    isInterrupted |= wait(loops.close(), LOOPS_END);
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the server and all that runs, now. */
  @Override
  public void close() {
    close(Duration.ZERO);
  }

  /** {@return true if the wait was interrupted} */
  private boolean wait(CompletionStage<Void> stage, Duration limit) {
    try {
      var _ = serving.time().await(stage, limit);
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  /** Makes a connection of each client that comes. */
  private static final class Welcome extends ChannelInitializer<Channel> {
    private final Serving serving;

    Welcome(Serving serving) {
      this.serving = serving;
    }

    @Override
    public boolean isSharable() {
      return true;
    }

    @Override
    protected void initChannel(Channel channel) {
      if (channel.remoteAddress() instanceof InetSocketAddress remote) {
        channel.pipeline().addLast(new Connection(serving, channel, remote));
      } else {
        // It has gone again.
        var _ = channel.close();
      }
    }
  }
}
