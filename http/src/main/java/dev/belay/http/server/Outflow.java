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
 * The ordered output to one client, with detection of a client that stops reading (P20).
 *
 * <p>Large output is handed to the network in pieces, each when there is room for it, because the
 * network copies each piece and keeps the buffer.
 *
 * <p>Confined to the connection's event loop.
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

  /** One entry of the queue. */
  private sealed interface Outgoing {
    /** A small buffer, whose ownership passes to the network. */
    record Whole(ByteBuf bytes) implements Outgoing {}

    /** Large content, written in pieces from where it lies. */
    record Large(ByteBuffer left) implements Outgoing {}

    /** Runs its action once everything before it has been written. */
    record Mark(Runnable then) implements Outgoing {}
  }

  /** {@return a buffer to be written} */
  ByteBuf buffer(int room) {
    return channel.alloc().buffer(room);
  }

  /** Queues {@code bytes}; {@link #flush} sends the queue. */
  void write(ByteBuf bytes) {
    waiting.add(new Outgoing.Whole(bytes));
  }

  /** Queues the remaining content of {@code bytes}, without copying it. */
  void write(ByteBuffer bytes) {
    if (bytes.hasRemaining()) {
      waiting.add(new Outgoing.Large(bytes.duplicate()));
    }
  }

  /** Sends the queue; {@code then} runs when, and only if, all of it has been written. */
  void flush(Runnable then) {
    waiting.add(new Outgoing.Mark(then));
    pump();
  }

  /** Hands the network as much as it has room for; safe against re-entry from a write. */
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

  /** Releases content not yet passed to the network. */
  void release() {
    for (var one : waiting) {
      if (one instanceof Outgoing.Whole(var bytes)) {
        bytes.release();
      }
    }
    waiting.clear();
  }

  /** Runs {@code then} after a successful write; after a failed one the connection is closing. */
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

  /** {@return true if output has been pending for {@code limit} without any progress} */
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
