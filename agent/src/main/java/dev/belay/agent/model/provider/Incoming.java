package dev.belay.agent.model.provider;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import dev.belay.mcp.client.Exchange.ResponseBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.Serial;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A response body for one reader, which waits for each piece no longer than the idle limit. Data
 * received before a failure is read before it is thrown. Any thread may close it.
 *
 * <p>Requests one portion at a time from the network, the next when that is read.
 */
final class Incoming extends InputStream implements ResponseBody<Incoming> {
  /** Maximum length of a body; exceeds any message. */
  private static final long MOST_BYTES = 64L * 1024 * 1024;

  /** Maximum length of a line, which its reader buffers whole; exceeds any event. */
  private static final int LONGEST_LINE = 4 * 1024 * 1024;

  /** Maximum wait for the end of a stream after a complete message. */
  private static final Duration LINGER = Duration.ofSeconds(1);

  private final Time time;
  private final boolean empty;
  private final ReentrantLock lock = new ReentrantLock();

  /** The present idle limit; confined to the reader. */
  private Duration patience;

  private boolean lingering;
  private long bytes;
  private int line;

  @GuardedBy("lock") private final Deque<ByteBuffer> portion = new ArrayDeque<>();

  @GuardedBy("lock") private CompletableFuture<Void> news = new CompletableFuture<>();

  @GuardedBy("lock") private Flow.@Nullable Subscription source;

  /** Whether a requested portion has not arrived yet. */
  @GuardedBy("lock") private boolean wanted;

  @GuardedBy("lock") private boolean complete;

  @GuardedBy("lock") private boolean closed;

  @GuardedBy("lock") private @Nullable Throwable failure;

  /**
   * Creates a body.
   *
   * @param empty whether the body has no content: then it never closes its connection
   */
  Incoming(Time time, Duration patience, boolean empty) {
    this.time = time;
    this.patience = patience;
    this.empty = empty;
  }

  /** Marks the message as complete: waits only briefly for the end, then assumes it. */
  void enough() {
    lingering = true;
    patience = LINGER;
  }

  @Override
  public CompletionStage<Incoming> getBody() {
    return CompletableFuture.completedFuture(this);
  }

  /** Requests nothing yet: the JDK discards a response that fails before it is delivered. */
  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    boolean unwanted;
    lock.lock();
    try {
      unwanted = !empty && (closed || source != null);
      if (!unwanted) {
        source = subscription;
      }
    } finally {
      lock.unlock();
    }
    if (unwanted) {
      subscription.cancel();
    } else {
      tell();
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    lock.lock();
    try {
      wanted = false;
      if (!closed) {
        portion.addAll(buffers);
      }
    } finally {
      lock.unlock();
    }
    tell();
  }

  @Override
  public void onError(Throwable error) {
    lock.lock();
    try {
      failure = error;
    } finally {
      lock.unlock();
    }
    tell();
  }

  @Override
  public void onComplete() {
    lock.lock();
    try {
      complete = true;
    } finally {
      lock.unlock();
    }
    tell();
  }

  private void tell() {
    CompletableFuture<Void> heard;
    lock.lock();
    try {
      heard = news;
      news = new CompletableFuture<>();
    } finally {
      lock.unlock();
    }
    heard.complete(null);
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (true) {
      Flow.Subscription next = null;
      CompletableFuture<Void> change;
      lock.lock();
      try {
        int count = takeLocked(into, offset, length);
        if (count != 0) {
          count(into, offset, count);
          return count;
        }
        change = news;
        if (source != null && !wanted) {
          wanted = true;
          next = source;
        }
      } finally {
        lock.unlock();
      }
      if (next != null) {
        next.request(1);
      }
      if (!await(change)) {
        return -1;
      }
    }
  }

  private void count(byte[] into, int offset, int count) throws IOException {
    bytes += count;
    for (int i = offset; i < offset + count; i++) {
      line = into[i] == '\n' ? 0 : line + 1;
    }
    if (bytes > MOST_BYTES) {
      throw new IOException("it is longer than " + MOST_BYTES + " bytes");
    }
    if (line > LONGEST_LINE) {
      throw new IOException("it has a line of more than " + LONGEST_LINE + " bytes");
    }
  }

  /** Returns the number of bytes taken; -1 at the end, 0 if more may come. */
  @GuardedBy("lock") private int takeLocked(byte[] into, int offset, int length) throws IOException {
    if (closed) {
      throw new IOException("ended from here");
    }
    for (var buffer = portion.peek(); buffer != null; buffer = portion.peek()) {
      if (buffer.hasRemaining()) {
        int count = Math.min(buffer.remaining(), length);
        buffer.get(into, offset, count);
        return count;
      }
      portion.remove();
    }
    if (failure != null) {
      throw failure instanceof IOException io ? io : new IOException(failure);
    }
    return complete ? -1 : 0;
  }

  private boolean await(CompletableFuture<Void> change) throws IOException {
    try {
      if (time.await(change, patience)) {
        return true;
      }
      if (lingering) {
        return false;
      }
      throw new SilenceException();
    } catch (InterruptedException e) {
      // Asking turns it back into the InterruptedException.
      var ended = new InterruptedIOException("interrupted");
      ended.initCause(e);
      throw ended;
    }
  }

  /**
   * Discards unread data and closes the connection, unless the body had ended: then the connection
   * may already carry another request.
   */
  @Override
  public void close() {
    Flow.Subscription last;
    lock.lock();
    try {
      closed = true;
      portion.clear();
      last = empty || complete ? null : source;
    } finally {
      lock.unlock();
    }
    if (last != null) {
      last.cancel();
    }
    tell();
  }

  /** Thrown when nothing arrives within the idle limit. */
  static final class SilenceException extends IOException {
    @Serial private static final long serialVersionUID = 1L;

    SilenceException() {
      super("nothing came for too long");
    }
  }
}
