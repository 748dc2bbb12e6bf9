package dev.belay.testbed.net;

import dev.belay.testkit.watch.Watch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A TCP proxy on loopback whose faults are switched while connections are open.
 *
 * <p>Each direction has its {@link LinkFault}, which applies to all connections, open and future.
 * The ends of a connection are forwarded separately. A stalled direction cannot simulate a machine
 * that is gone: the kernel still acknowledges data. Safe for use by many threads; closing it resets
 * every connection and ends every thread.
 */
public final class FaultyLink implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int BACKLOG = 1024;

  final Watch watch = new Watch();
  private final Map<Direction, AtomicReference<LinkFault>> weather = new EnumMap<>(Direction.class);
  private final Set<Crossing> open = ConcurrentHashMap.newKeySet();

  /** All connections so far: a link lives as long as a test. */
  private final Queue<Crossing> crossings = new ConcurrentLinkedQueue<>();

  private final AtomicInteger accepted = new AtomicInteger();
  private final InetSocketAddress server;
  private final ServerSocket listening;
  private final Thread acceptor;

  private FaultyLink(InetSocketAddress server) throws IOException {
    this.server = server;
    for (var direction : Direction.values()) {
      weather.put(direction, new AtomicReference<>(new LinkFault.Clear()));
    }
    listening = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    acceptor = Thread.ofPlatform().daemon().name("belay-testbed-link").unstarted(this::accept);
  }

  /** {@return a link to a server's port on loopback} */
  public static FaultyLink to(int port) throws IOException {
    var link = new FaultyLink(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    link.acceptor.start();
    return link;
  }

  /** {@return a link to the server of this URL} See {@link #through}. */
  public static FaultyLink to(URI url) throws IOException {
    return to(url.getPort());
  }

  /** {@return the port to connect to} */
  public int port() {
    return listening.getLocalPort();
  }

  /** {@return {@code url} with this link's port in place of its own} */
  public URI through(URI url) {
    return URI.create("http://127.0.0.1:" + port() + url.getRawPath());
  }

  /** Sets the weather of one direction. */
  public void set(Direction direction, LinkFault now) {
    state(direction).set(now);
    watch.changed();
  }

  /** Sets the weather of both directions. */
  public void set(LinkFault now) {
    for (var direction : Direction.values()) {
      set(direction, now);
    }
  }

  /** Forwards everything again, held-back data first. */
  public void clear() {
    set(new LinkFault.Clear());
  }

  /** Resets every open connection, on both sides. */
  public void reset() {
    open.forEach(Crossing::reset);
  }

  /** Ends one direction of every open connection; the other continues. */
  public void halfClose(Direction direction) {
    open.forEach(crossing -> crossing.halfClose(direction));
  }

  /** {@return the number of open connections} */
  public int connections() {
    return open.size();
  }

  /** {@return the number of connections so far} */
  public int accepted() {
    return accepted.get();
  }

  /** Waits until that many connections are open. */
  public void awaitConnections(int count) throws InterruptedException {
    watch.await(
        () -> open.size() == count,
        LIMIT,
        () -> open.size() + " connections are open instead of " + count);
  }

  /** Stops listening, resets every connection and waits for the end of every thread. */
  @Override
  public void close() throws IOException {
    listening.close();
    Joining.uninterruptibly(acceptor);
    for (var crossing : open) {
      crossing.reset();
    }
    // Ended ones too: their last thread may still be about to exit.
    crossings.forEach(Crossing::join);
  }

  LinkFault weather(Direction direction) {
    var now = state(direction).get();
    if (now == null) {
      throw new IllegalStateException("no weather " + direction);
    }
    return now;
  }

  void ended(Crossing crossing) {
    open.remove(crossing);
    watch.changed();
  }

  private AtomicReference<LinkFault> state(Direction direction) {
    var state = weather.get(direction);
    if (state == null) {
      throw new IllegalStateException("no weather " + direction);
    }
    return state;
  }

  private void accept() {
    for (; ; ) {
      try {
        begin(listening.accept());
      } catch (IOException _) {
        // The link is closed.
        return;
      }
    }
  }

  private void begin(Socket client) {
    var number = accepted.incrementAndGet();
    try {
      var onward = new Socket(server.getAddress(), server.getPort());
      var crossing = new Crossing(this, client, onward, number);
      crossings.add(crossing);
      open.add(crossing);
      crossing.start();
    } catch (IOException _) {
      // The server refuses connections: the client must see that.
      Sockets.endByReset(client);
      Sockets.close(client);
    }
    watch.changed();
  }
}
