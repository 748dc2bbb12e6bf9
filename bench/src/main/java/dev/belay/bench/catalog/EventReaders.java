package dev.belay.bench.catalog;

import dev.belay.bench.http.RunningGateway;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** Clients that read {@code GET /api/events} as fast as it comes, and look at nothing. */
final class EventReaders implements AutoCloseable {
  private static final int BUFFER = 256 * 1024;

  private final Selector selector;
  private final int count;
  private final AtomicLong bytes = new AtomicLong();

  private EventReaders(Selector selector, int count) {
    this.selector = selector;
    this.count = count;
  }

  static EventReaders open(RunningGateway gateway, int count) throws IOException {
    var selector = Selector.open();
    var request =
        "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: text/event-stream\r\n\r\n"
            .formatted(gateway.address().getPort())
            .getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < count; i++) {
      var channel = SocketChannel.open((SocketAddress) gateway.address());
      channel.write(ByteBuffer.wrap(request));
      var head = ByteBuffer.allocate(64);
      channel.read(head);
      var said = new String(head.array(), 0, head.position(), StandardCharsets.US_ASCII);
      if (!said.startsWith("HTTP/1.1 200")) {
        throw new IOException("a reader of events was answered: " + said);
      }
      channel.configureBlocking(false);
      var _ = channel.register(selector, SelectionKey.OP_READ);
    }
    var readers = new EventReaders(selector, count);
    var _ = Thread.ofPlatform().name("bench-events").daemon().start(readers::read);
    return readers;
  }

  private void read() {
    var buffer = ByteBuffer.allocateDirect(BUFFER);
    try {
      while (selector.isOpen()) {
        selector.select(key -> drain(key, buffer));
      }
    } catch (IOException | ClosedSelectorException _) {
      // Closed: what was read is known.
    }
  }

  private void drain(SelectionKey key, ByteBuffer buffer) {
    try {
      buffer.clear();
      int got = ((SocketChannel) key.channel()).read(buffer);
      if (got < 0) {
        key.cancel();
      } else {
        bytes.addAndGet(got);
      }
    } catch (IOException _) {
      key.cancel();
    }
  }

  /** Throws if not every reader is there, or they cannot have got the events of so many calls. */
  void check(int calls) throws IOException {
    int there = selector.keys().size();
    long least = 100L * calls * count;
    if (there < count || bytes.get() < least / 2) {
      throw new IOException(
          "%d of %d readers are left, and got %,d bytes".formatted(there, count, bytes.get()));
    }
  }

  @Override
  public void close() throws IOException {
    var keys = selector.keys().toArray(SelectionKey[]::new);
    selector.close();
    for (var key : keys) {
      key.channel().close();
    }
  }
}
