package dev.belay.bench.turns;

import dev.belay.core.time.Time;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Readers of one turn's events, on one thread, which take down how old each event is that says when
 * it happened.
 */
final class EventClocks implements AutoCloseable {
  private static final Pattern WHEN = Pattern.compile("\"text\":\"(\\d+)\"}");
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);
  private static final int BUFFER = 64 * 1024;

  private final Time time;
  private final Selector selector = Selector.open();
  private final List<Long> nanos = Collections.synchronizedList(new ArrayList<>());

  /** Opens all of them, and returns once each has been answered. */
  EventClocks(Time time, SocketAddress at, String turn, int readers) throws IOException {
    this.time = time;
    var request =
        ("GET /api/turns/" + turn + "/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < readers; i++) {
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
    var _ = Thread.ofPlatform().name("bench-clocks").daemon().start(this::read);
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
      long now = time.nanos();
      if (got < 0) {
        key.cancel();
        return;
      }
      var text = key.attachment() + StandardCharsets.US_ASCII.decode(buffer.flip()).toString();
      var when = WHEN.matcher(text);
      int end = 0;
      while (when.find()) {
        nanos.add(now - Long.parseLong(when.group(1)));
        end = when.end();
      }
      // What is cut off here is the beginning of the next read.
      key.attach(text.substring(end));
    } catch (IOException _) {
      key.cancel();
    }
  }

  /** Returns once so many events have come, all readers together. */
  void await(int events, Duration limit) throws IOException, InterruptedException {
    long due = time.nanos() + limit.toNanos();
    while (nanos.size() < events) {
      if (time.nanos() > due) {
        throw new IOException("%,d of %,d events have come".formatted(nanos.size(), events));
      }
      time.sleep(BETWEEN_LOOKS);
    }
  }

  int count() {
    return nanos.size();
  }

  List<Long> nanos() {
    return nanos;
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
