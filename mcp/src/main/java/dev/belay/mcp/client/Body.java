package dev.belay.mcp.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.client.Exchange.ResponseBody;
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
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response as it comes in, for one reader: all that came before a break is read
 * before the break is noticed.
 *
 * <p>The stream that the JDK offers forgets what it holds when the connection fails, and with it an
 * answer that was there. Of this one the network fills one portion at a time, and the next when
 * that is read. Any thread may close it.
 */
final class Body implements ResponseBody<Body> {
  private final boolean empty;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock") private final Deque<ByteBuffer> portion = new ArrayDeque<>();

  @GuardedBy("lock") private Flow.@Nullable Subscription source;

  /** Whether the network has been asked for a portion that has not come yet. */
  @GuardedBy("lock") private boolean wanted;

  @GuardedBy("lock") private boolean complete;

  @GuardedBy("lock") private boolean closed;

  @GuardedBy("lock") private @Nullable Throwable failure;

  /**
   * Prepares it.
   *
   * @param empty whether nothing will come of it: then its connection is done with it, and is never
   *     closed for its sake
   */
  Body(boolean empty) {
    this.empty = empty;
  }

  @Override
  public CompletionStage<Body> getBody() {
    return CompletableFuture.completedFuture(this);
  }

  /**
   * Asks for nothing yet: were the break known before the response is handed out, the JDK would
   * throw the response away with all that came.
   */
  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    boolean unwanted;
    lock.lock();
    try {
      unwanted = !empty && (closed || source != null);
      if (!unwanted) {
        source = subscription;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
    if (unwanted) {
      subscription.cancel();
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
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void onError(Throwable error) {
    lock.lock();
    try {
      failure = error;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void onComplete() {
    lock.lock();
    try {
      complete = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Reads what there is, waiting until there is something; -1 at the end. */
  int read(byte[] into) throws IOException {
    while (true) {
      Flow.Subscription next;
      lock.lock();
      try {
        int count = takeLocked(into);
        if (count != 0) {
          return count;
        }
        next = source;
        if (next == null || wanted) {
          changed.awaitUninterruptibly();
          continue;
        }
        wanted = true;
      } finally {
        lock.unlock();
      }
      next.request(1);
    }
  }

  /** Returns how much was there to take; -1 at the end, 0 where more may come. */
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

  /** Lets go of what is not read yet; the connection ends with it unless it was all there. */
  @Override
  public void close() {
    Flow.Subscription last;
    lock.lock();
    try {
      closed = true;
      portion.clear();
      last = empty || complete ? null : source;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (last != null) {
      last.cancel();
    }
  }

  private static final int BUFFER = 16 * 1024;

  /** {@return the media type of the content, in lower case and without parameters} */
  static String type(HttpResponse<?> response) {
    String value = response.headers().firstValue("Content-Type").orElse("");
    int semicolon = value.indexOf(';');
    return (semicolon < 0 ? value : value.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
  }

  /** Reads all of it, which must not be longer than {@code longest}. */
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

  /** Feeds {@code parser} until the end, or until it is {@code enough}. */
  void events(Silence silence, SseParser parser, BooleanSupplier enough) throws IOException {
    var buffer = new byte[BUFFER];
    int count;
    while (!enough.getAsBoolean() && (count = read(buffer)) >= 0) {
      silence.heard();
      parser.feed(buffer, count);
    }
  }
}
