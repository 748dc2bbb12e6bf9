package dev.belay.testkit.client;

import dev.belay.core.time.Time;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One of {@link ManyStreams}: what little is kept of it. Written by the selector's thread alone.
 */
final class OneStream {
  private static final int TAIL = 512;

  final SocketChannel channel;
  final ByteBuffer request;
  final int index;
  private final BytePattern headEnd = new BytePattern("\r\n\r\n");
  private final BytePattern message = new BytePattern("data: {");
  private final BytePattern lastChunk = new BytePattern("\r\n0\r\n\r\n");
  private final byte[] tail = new byte[TAIL];
  private volatile long length;
  private volatile int status;
  private final AtomicInteger messages = new AtomicInteger();
  private volatile boolean hasHead;
  private volatile boolean ended;
  private volatile long endedAt;

  OneStream(int index, SocketChannel channel, byte[] request) {
    this.index = index;
    this.channel = channel;
    this.request = ByteBuffer.wrap(request);
  }

  /** Takes what has come. Returns how many messages began in it. */
  int take(ByteBuffer bytes) {
    var begun = 0;
    var at = length;
    while (bytes.hasRemaining()) {
      var b = bytes.get();
      tail[(int) (at++ % TAIL)] = b;
      // The line end before the last chunk may be that of the head.
      var last = lastChunk.completedBy(b);
      if (!hasHead) {
        hasHead = headEnd.completedBy(b);
        if (hasHead) {
          length = at;
          status = statusIn(text());
        }
      } else if (message.completedBy(b)) {
        begun++;
      } else if (last) {
        end();
      }
    }
    length = at;
    messages.addAndGet(begun);
    return begun;
  }

  /** Notes the end. Returns whether it was not noted before. */
  boolean end() {
    if (ended) {
      return false;
    }
    endedAt = Time.system().nanos();
    ended = true;
    return true;
  }

  boolean hasHead() {
    return hasHead;
  }

  boolean hasEnded() {
    return ended;
  }

  int status() {
    return status;
  }

  int messages() {
    return messages.get();
  }

  long endedAt() {
    return endedAt;
  }

  /** {@return the last bytes; whole once the stream is quiet} */
  String text() {
    var here = length;
    var kept = (int) Math.min(here, TAIL);
    var bytes = new byte[kept];
    for (var i = 0; i < kept; i++) {
      bytes[i] = tail[(int) ((here - kept + i) % TAIL)];
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static int statusIn(String head) {
    // A head longer than what is kept has lost its start; such a one counts as no status.
    return head.matches("(?s)HTTP/1\\.1 [0-9]{3}.*") ? Integer.parseInt(head.substring(9, 12)) : -1;
  }
}
