package dev.belay.http.server;

import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import dev.belay.http.route.Route;
import dev.belay.http.server.ResponseWriter.DateHeader;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/**
 * An HTTP/1.1 server that runs each request on a virtual thread of its own.
 *
 * <p>Concurrency: safe for use by many threads. I/O runs on {@code belay-http-loop-N}, routes on
 * {@code belay-http-N}.
 */
public final class HttpServer implements AutoCloseable {
  /** How long the event loops may take to end. */
  private static final Duration LOOPS_END = Duration.ofSeconds(5);

  private final ServerContext serving;
  private final Loops loops;
  private final ConnectionSweep sweep;
  private final Channel listener;

  private HttpServer(ServerContext serving, Loops loops, ConnectionSweep sweep, Channel listener) {
    this.serving = serving;
    this.loops = loops;
    this.sweep = sweep;
    this.listener = listener;
  }

  /**
   * Binds the address and serves.
   *
   * @param report receives messages for the operator: a missing native transport, a route that
   *     failed
   * @throws IOException if the address cannot be bound; the message names it
   */
  public static HttpServer open(
      HttpServerOptions settings, Route routes, Time time, Consumer<String> report)
      throws IOException {
    return open(settings, routes, time, report, new Shares(settings.bounds().size().memoryBytes()));
  }

  /**
   * Binds the address and serves.
   *
   * @param memory the budget for client data, shared with the routes
   * @throws IOException if the address cannot be bound; the message names it
   */
  public static HttpServer open(
      HttpServerOptions settings, Route routes, Time time, Consumer<String> report, Shares memory)
      throws IOException {
    return open(
        settings, routes, time, report, memory, Loops.open(/* preferNative= */ true, report));
  }

  static HttpServer open(
      HttpServerOptions settings,
      Route routes,
      Time time,
      Consumer<String> report,
      Shares memory,
      Loops loops)
      throws IOException {
    var date = new DateHeader(time);
    var serving =
        new ServerContext(
            settings.bounds(),
            new OriginGuard(settings),
            new Peers(settings.proxies()),
            settings.vital(),
            memory,
            routes,
            time,
            report,
            Thread.ofVirtual().name("belay-http-", 1).factory(),
            new ConnectionRegistry(settings.bounds().connections()),
            new ResponseWriter(date));
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
    var sweep = new ConnectionSweep(serving, loops, date);
    return new HttpServer(serving, loops, sweep, bound.channel());
  }

  /** {@return the port that was bound} */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** {@return the current load} */
  public Load load() {
    return serving.registry().load();
  }

  /**
   * Stops accepting connections and answers new requests on open ones with 503 (P25). Running
   * requests go on.
   */
  public void stopAccepting() {
    var _ = listener.close();
    serving.registry().end();
    serving.registry().connections().forEach(open -> open.onLoop(open::endIfIdle));
  }

  /**
   * Ends the server: running requests get {@code limit} to finish, and are then ended (P25).
   *
   * <p>An interrupt ends the wait; the interrupt flag is kept.
   */
  public void close(Duration limit) {
    stopAccepting();
    boolean isInterrupted = wait(serving.registry().quiet(), limit);
    serving.registry().connections().forEach(open -> open.onLoop(open::end));
    // A loop that shuts down closes its connections before it runs the queued tasks.
    isInterrupted |= wait(loops.settled(), LOOPS_END);
    sweep.close();
    isInterrupted |= wait(loops.close(), LOOPS_END);
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the server and all running requests at once. */
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

  /** Sets up the pipeline of each accepted connection. */
  private static final class Welcome extends ChannelInitializer<Channel> {
    private final ServerContext serving;

    Welcome(ServerContext serving) {
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
        // Already closed by the client.
        var _ = channel.close();
      }
    }
  }

  /**
   * State shared by all connections of one server.
   *
   * @param vital paths served even beyond the connection bound, and, without a body, when memory is
   *     exhausted
   * @param memory the budget for client data of all connections
   * @param report receives messages for the operator about failures that cannot be reported to a
   *     client
   * @param threads one virtual thread per request
   */
  record ServerContext(
      ServerBounds bounds,
      OriginGuard guard,
      Peers peers,
      Set<String> vital,
      Shares memory,
      Route routes,
      Time time,
      Consumer<String> report,
      ThreadFactory threads,
      ConnectionRegistry registry,
      ResponseWriter answers) {}

  /**
   * The current load of a server.
   *
   * @param connections open, idle ones included
   * @param requests being answered, open streams included
   */
  public record Load(int connections, int requests) {}

  /**
   * Checks every connection once per period: the only timer of a server.
   *
   * <p>After a stall of the process itself, no client is judged for that time: bytes received
   * meanwhile are read first.
   */
  private static final class ConnectionSweep implements AutoCloseable {
    /** The number of periods between two sweeps that counts as a stall of this process. */
    private static final int STALL = 3;

    private final ServerContext serving;
    private final Loops loops;
    private final DateHeader date;
    private final long stallNanos;
    private final Time.Timer timer;

    /** Accessed by one run after another. */
    private long last;

    ConnectionSweep(ServerContext serving, Loops loops, DateHeader date) {
      this.serving = serving;
      this.loops = loops;
      this.date = date;
      Duration period = serving.bounds().patience().sweep();
      stallNanos = period.toNanos() * STALL;
      last = serving.time().nanos();
      timer = serving.time().every(period, this::run);
    }

    @Override
    public void close() {
      timer.close();
    }

    private void run() {
      long now = serving.time().nanos();
      boolean stalled = now - last > stallNanos;
      last = now;
      date.refresh();
      for (EventExecutor loop : loops.group()) {
        try {
          loop.execute(() -> sweep(loop, now, stalled));
        } catch (RejectedExecutionException e) {
          // The server is ending, and closes all connections itself.
        }
      }
    }

    private void sweep(EventExecutor loop, long now, boolean stalled) {
      for (Connection connection : serving.registry().connections()) {
        if (connection.isOn(loop)) {
          connection.sweep(now, stalled);
        }
      }
    }
  }
}
