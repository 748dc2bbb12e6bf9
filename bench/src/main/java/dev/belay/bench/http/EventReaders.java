package dev.belay.bench.http;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Readers of a stream of events, each on its own connection, all on one thread. */
public final class EventReaders implements AutoCloseable {
  private static final int BUFFER = 256 * 1024;

  private final Selector selector = Selector.open();
  private final Sink sink;

  /** Receives the data. */
  @FunctionalInterface
  public interface Sink {
    /** {@return the rest to keep for the next data of that connection, where it is {@code kept}} */
    String take(String kept, ByteBuffer came);
  }

  /** Opens all readers, and returns once each has an answer. */
  public EventReaders(SocketAddress at, String path, int count, Sink sink) throws IOException {
    this.sink = sink;
    var request =
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"
            .formatted(path)
            .getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < count; i++) {
      var channel = SocketChannel.open(at);
      channel.write(ByteBuffer.wrap(request));
      var head = ByteBuffer.allocate(64);
      channel.read(head);
      var said = new String(head.array(), 0, head.position(), StandardCharsets.US_ASCII);
      if (!said.startsWith("HTTP/1.1 200")) {
        throw new IOException("a reader of events was answered: " + said);
      }
      channel.configureBlocking(false);
      var _ = channel.register(selector, SelectionKey.OP_READ, "");
    }
    var _ = Thread.ofPlatform().name("bench-events").daemon().start(this::read);
  }

  private void read() {
    var buffer = ByteBuffer.allocateDirect(BUFFER);
    try {
      while (selector.isOpen()) {
        selector.select(key -> drain(key, buffer));
      }
    } catch (IOException | ClosedSelectorException _) {
      // Closed: everything of interest has been read.
    }
  }

  private void drain(SelectionKey key, ByteBuffer buffer) {
    try {
      buffer.clear();
      if (((SocketChannel) key.channel()).read(buffer) < 0) {
        key.cancel();
      } else {
        key.attach(sink.take((String) key.attachment(), buffer.flip()));
      }
    } catch (IOException _) {
      key.cancel();
    }
  }

  /** {@return the number of readers that are still connected} */
  public int left() {
    return selector.keys().size();
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
