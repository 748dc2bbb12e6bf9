package dev.belay.testkit.client;

import dev.belay.testkit.watch.Watch;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/**
 * Thousands of event streams on one thread: each sends one request and reads whatever comes.
 *
 * <p>Little is kept of each: its status, how many messages came ({@code data:} with an object),
 * whether it has ended, its last 512 bytes. Each needs a file descriptor here and one in the
 * server. Safe for use by many threads; {@code close} closes all sockets and ends the thread.
 */
public final class ManyStreams implements AutoCloseable {
  /**
   * More than these at a time would overflow the queue of a server that accepts them one by one.
   */
  private static final int CONNECTING_AT_ONCE = 128;

  private final Watch watch = new Watch();
  private final List<OneStream> streams;
  private final Queue<OneStream> toClose = new ConcurrentLinkedQueue<>();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicLong messages = new AtomicLong();
  private final InetSocketAddress server;
  private final Selector selector;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
  private final Thread thread;
  private volatile boolean closed;
  // Both of the selector's thread alone.
  private int begun;
  private int connecting;

  private ManyStreams(InetSocketAddress server, List<OneStream> streams, Selector selector) {
    this.server = server;
    this.streams = List.copyOf(streams);
    this.selector = selector;
    thread = Thread.ofPlatform().daemon().name("belay-testkit-streams").unstarted(this::run);
  }

  /** Begins to open {@code count} streams; {@code requests} gives the bytes of each. */
  public static ManyStreams open(InetSocketAddress server, int count, IntFunction<byte[]> requests)
      throws IOException {
    var streams = new ArrayList<OneStream>(count);
    try {
      for (var i = 0; i < count; i++) {
        var channel = SocketChannel.open();
        streams.add(new OneStream(i, channel, requests.apply(i)));
        channel.configureBlocking(false);
      }
      var many = new ManyStreams(server, streams, Selector.open());
      many.thread.start();
      return many;
    } catch (IOException e) {
      // Out of file descriptors, most likely: what was opened is given back.
      for (var stream : streams) {
        stream.channel.close();
      }
      throw e;
    }
  }

  /** {@return how many heads of responses have come} */
  public int opened() {
    return open.get();
  }

  /** {@return how many streams have ended, by their last chunk or with their connection} */
  public int ended() {
    return ended.get();
  }

  /** {@return how many messages have come on all streams} */
  public long messages() {
    return messages.get();
  }

  /** {@return how many messages have come on one stream} */
  public int messages(int stream) {
    return streams.get(stream).messages();
  }

  /** {@return the status of one stream's response, 0 before it is there} */
  public int status(int stream) {
    return streams.get(stream).status();
  }

  /** {@return whether one stream has ended} */
  public boolean hasEnded(int stream) {
    return streams.get(stream).hasEnded();
  }

  /** {@return when one stream ended, in nanoseconds of the system's time; 0 before} */
  public long endedAt(int stream) {
    return streams.get(stream).endedAt();
  }

  /** {@return the last bytes of one stream; torn if more are just coming} */
  public String tail(int stream) {
    return streams.get(stream).text();
  }

  /** Waits until so many heads of responses have come. */
  public void awaitOpened(int count) throws InterruptedException {
    watch.await(() -> opened() >= count, ScriptedClient.LIMIT, () -> "too few opened: " + this);
  }

  /** Waits until so many streams have ended. */
  public void awaitEnded(int count) throws InterruptedException {
    watch.await(() -> ended() >= count, ScriptedClient.LIMIT, () -> "too few ended: " + this);
  }

  /** Waits until one stream has ended. */
  public void awaitEndOf(int stream) throws InterruptedException {
    watch.await(
        () -> hasEnded(stream),
        ScriptedClient.LIMIT,
        () -> "stream " + stream + " does not end: " + tail(stream));
  }

  /** Waits until so many messages have come on all streams. */
  public void awaitMessages(long count) throws InterruptedException {
    watch.await(() -> messages() >= count, ScriptedClient.LIMIT, () -> "too few came: " + this);
  }

  /** Closes the connection of one stream. */
  public void leave(int stream) {
    toClose.add(streams.get(stream));
    selector.wakeup();
  }

  /** Closes the connections of all streams, and goes on watching. */
  public void leaveAll() {
    toClose.addAll(streams);
    selector.wakeup();
  }

  @Override
  public String toString() {
    return "%d streams, %d opened, %d ended, %d messages"
        .formatted(streams.size(), opened(), ended(), messages());
  }

  /** Closes all sockets and waits for the end of the thread. */
  @Override
  public void close() throws IOException {
    closed = true;
    selector.wakeup();
    var interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (selector) {
      while (!closed) {
        beginMore();
        selector.select(this::step);
        for (var leaving = toClose.poll(); leaving != null; leaving = toClose.poll()) {
          end(leaving);
        }
        watch.changed();
      }
    } catch (IOException _) {
      // A selector that fails can watch nothing any more; the streams end below.
    } finally {
      streams.forEach(this::end);
      watch.changed();
    }
  }

  private void beginMore() {
    while (begun < streams.size() && connecting < CONNECTING_AT_ONCE) {
      var stream = streams.get(begun++);
      connecting++;
      try {
        var at = stream.channel.connect(server) ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT;
        connecting -= at == SelectionKey.OP_WRITE ? 1 : 0;
        stream.channel.register(selector, at, stream);
      } catch (IOException _) {
        connecting--;
        end(stream);
      }
    }
  }

  private void step(SelectionKey key) {
    if (!(key.attachment() instanceof OneStream stream)) {
      return;
    }
    try {
      if (key.isConnectable()) {
        connecting--;
        var _ = stream.channel.finishConnect();
        key.interestOps(SelectionKey.OP_WRITE);
      } else if (key.isWritable()) {
        var _ = stream.channel.write(stream.request);
        if (!stream.request.hasRemaining()) {
          key.interestOps(SelectionKey.OP_READ);
        }
      } else {
        read(stream);
      }
    } catch (IOException _) {
      // A stream that fails has ended.
      end(stream);
    }
  }

  private void read(OneStream stream) throws IOException {
    buffer.clear();
    if (stream.channel.read(buffer) < 0) {
      end(stream);
      return;
    }
    buffer.flip();
    var hadHead = stream.hasHead();
    var hadEnded = stream.hasEnded();
    messages.addAndGet(stream.take(buffer));
    if (!hadHead && stream.hasHead()) {
      open.incrementAndGet();
    }
    if (!hadEnded && stream.hasEnded()) {
      ended.incrementAndGet();
    }
  }

  private void end(OneStream stream) {
    if (stream.end()) {
      ended.incrementAndGet();
    }
    try {
      stream.channel.close();
    } catch (IOException _) {
      // There is nothing left to close.
    }
  }
}
