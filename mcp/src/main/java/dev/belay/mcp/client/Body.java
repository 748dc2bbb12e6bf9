package dev.belay.mcp.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.client.PostExchange.ResponseBody;
import dev.belay.mcp.intake.Intake;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response, for one reader. Data received before a failure is read before it is
 * thrown: the JDK's own stream discards it, and with it an answer that had arrived.
 *
 * <p>Requests one portion at a time from the network, the next when that is read. Any thread may
 * close it.
 */
public final class Body implements ResponseBody<Body> {
  private final boolean empty;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Deque<ByteBuffer> portion = new ArrayDeque<>();

  /** Completed, and replaced, whenever something changes. */
  @GuardedBy("lock") private CompletableFuture<Void> change = new CompletableFuture<>();

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
  public Body(boolean empty) {
    this.empty = empty;
  }

  @Override
  public CompletionStage<Body> getBody() {
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
      changed();
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    lock.lock();
    try {
      wanted = false;
      if (!closed) {
        for (var buffer : buffers) {
          if (buffer.hasRemaining()) {
            portion.add(buffer);
          }
        }
      }
    } finally {
      lock.unlock();
    }
    changed();
  }

  @Override
  public void onError(Throwable error) {
    lock.lock();
    try {
      failure = error;
    } finally {
      lock.unlock();
    }
    changed();
  }

  @Override
  public void onComplete() {
    lock.lock();
    try {
      complete = true;
    } finally {
      lock.unlock();
    }
    changed();
  }

  private void changed() {
    CompletableFuture<Void> waited;
    lock.lock();
    try {
      waited = change;
      change = new CompletableFuture<>();
    } finally {
      lock.unlock();
    }
    waited.complete(null);
  }

  /** Reads the data that has arrived, waiting for the first; -1 at the end. */
  int read(byte[] into) throws IOException {
    int count;
    while ((count = poll(into)) == 0) {
      readable().join();
    }
    return count;
  }

  /** Reads the data that has arrived, without waiting; -1 at the end, 0 if more may come. */
  public int poll(byte[] into) throws IOException {
    lock.lock();
    try {
      return takeLocked(into);
    } finally {
      lock.unlock();
    }
  }

  /** {@return a future that completes once {@link #poll} may have more} */
  public CompletableFuture<Void> readable() {
    Flow.Subscription next = null;
    CompletableFuture<Void> ready;
    lock.lock();
    try {
      if (closed || complete || failure != null || !portion.isEmpty()) {
        return CompletableFuture.completedFuture(null);
      }
      ready = change;
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
    return ready;
  }

  /** Returns the number of bytes taken; -1 at the end, 0 if more may come. */
  @GuardedBy("lock") private int takeLocked(byte[] into) throws IOException {
    if (closed) {
      throw new IOException("ended from here");
    }
    int count = 0;
    var buffer = portion.peek();
    while (buffer != null && count < into.length) {
      int length = Math.min(buffer.remaining(), into.length - count);
      buffer.get(into, count, length);
      count += length;
      if (!buffer.hasRemaining()) {
        portion.remove();
      }
      buffer = portion.peek();
    }
    if (count > 0) {
      return count;
    }
    if (failure != null) {
      throw failure instanceof IOException io ? io : new IOException(failure);
    }
    return complete ? -1 : 0;
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
    changed();
  }

  private static final int BUFFER = 16 * 1024;

  /** {@return the media type of the content, in lower case and without parameters} */
  static String type(HttpResponse<?> response) {
    String value = response.headers().firstValue("Content-Type").orElse("");
    int semicolon = value.indexOf(';');
    return (semicolon < 0 ? value : value.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
  }

  /** Reads the whole body, which must not exceed {@code longest} bytes. */
  byte[] whole(Silence silence, Intake intake, int longest) throws IOException {
    var all = new ByteArrayOutputStream();
    var buffer = new byte[BUFFER];
    int count;
    try (var part = intake.part()) {
      while ((count = read(buffer)) >= 0) {
        silence.heard();
        if (all.size() + (long) count > longest) {
          throw new IOException("it is larger than " + longest + " bytes");
        }
        // The buffer doubles as it grows.
        if (!part.resize(2L * (all.size() + count))) {
          throw new IOException("there is no memory for it: too much comes in at once");
        }
        all.write(buffer, 0, count);
      }
      return all.toByteArray();
    }
  }

  /** Feeds {@code parser} until the end, or until {@code enough} holds. */
  void events(Silence silence, SseParser parser, BooleanSupplier enough) throws IOException {
    var buffer = new byte[BUFFER];
    int count;
    while (!enough.getAsBoolean() && (count = read(buffer)) >= 0) {
      silence.heard();
      parser.feed(buffer, count);
    }
  }
}
