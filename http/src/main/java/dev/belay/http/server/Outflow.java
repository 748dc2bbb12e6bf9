package dev.belay.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOutboundBuffer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is written to one client, in order, and whether it gets through (P20).
 *
 * <p>Something large is given to the network piece by piece, each when there is room for it: the
 * network copies what it is given, and keeps the room that this took.
 *
 * <p>Used by the connection's own event loop only.
 */
final class Outflow {
  private static final int PIECE = 64 << 10;

  private final Channel channel;
  private final ArrayDeque<Outgoing> waiting = new ArrayDeque<>();
  private @Nullable ChannelFuture last;
  private boolean isPumping;
  private boolean isAskedAgain;
  private long since;
  private long pending;
  private long progress;
  private @Nullable Object current;

  Outflow(Channel channel, long now) {
    this.channel = channel;
    this.since = now;
  }

  /** What waits to be written, and what follows when it was. */
  private sealed interface Outgoing {
    /** Small, and the network's from then on. */
    record Whole(ByteBuf bytes) implements Outgoing {}

    /** Large, and written from where it lies. */
    record Large(ByteBuffer left) implements Outgoing {}

    /** All that was before it has been written. */
    record Mark(Runnable then) implements Outgoing {}
  }

  /** {@return a buffer to be written} */
  ByteBuf buffer(int room) {
    return channel.alloc().buffer(room);
  }

  /** Writes that, after all else; {@link #flush} sends it. */
  void write(ByteBuf bytes) {
    waiting.add(new Outgoing.Whole(bytes));
  }

  /** Writes what {@code bytes} has left, from where it lies. */
  void write(ByteBuffer bytes) {
    if (bytes.hasRemaining()) {
      waiting.add(new Outgoing.Large(bytes.duplicate()));
    }
  }

  /** Sends what was written; {@code then} runs when all of it got through, and only then. */
  void flush(Runnable then) {
    waiting.add(new Outgoing.Mark(then));
    pump();
  }

  /** Gives the network as much as it has room for; writing may ask for that once more. */
  void pump() {
    isAskedAgain = true;
    if (isPumping) {
      return;
    }
    isPumping = true;
    try {
      while (isAskedAgain) {
        isAskedAgain = false;
        fill();
        channel.flush();
      }
    } finally {
      isPumping = false;
    }
  }

  private void fill() {
    while (channel.isWritable() || waiting.peek() instanceof Outgoing.Mark) {
      switch (waiting.peek()) {
        case null -> {
          return;
        }
        case Outgoing.Whole(var bytes) -> {
          waiting.remove();
          last = channel.write(bytes);
        }
        case Outgoing.Large(var left) -> {
          int count = Math.min(PIECE, left.remaining());
          last = channel.write(Unpooled.wrappedBuffer(left.slice(left.position(), count)));
          left.position(left.position() + count);
          if (!left.hasRemaining()) {
            waiting.remove();
          }
        }
        case Outgoing.Mark(var then) -> {
          waiting.remove();
          after(last == null ? channel.newSucceededFuture() : last, then);
        }
      }
    }
  }

  /** Forgets what has not been given to the network. */
  void release() {
    for (var one : waiting) {
      if (one instanceof Outgoing.Whole(var bytes)) {
        bytes.release();
      }
    }
    waiting.clear();
  }

  /** What follows a write that got through; where it did not, the connection is closing. */
  private static void after(ChannelFuture written, Runnable then) {
    var _ =
        written.addListener(future -> {
          if (future.isSuccess()) {
            then.run();
          }
        });
  }

  void restart(long now) {
    since = now;
  }

  /** {@return true if something has been waiting for that long and none of it got through} */
  boolean isStuck(Duration limit, long now) {
    ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
    if (buffer == null || buffer.isEmpty()) {
      since = now;
      current = null;
      return false;
    }
    boolean moved =
        !Objects.equals(buffer.current(), current)
            || buffer.totalPendingWriteBytes() < pending
            || buffer.currentProgress() != progress;
    current = buffer.current();
    pending = buffer.totalPendingWriteBytes();
    progress = buffer.currentProgress();
    if (moved) {
      since = now;
    }
    return now - since >= limit.toNanos();
  }
}
