package dev.belay.http.server;

import io.netty.channel.ChannelOutboundBuffer;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whether what was written gets through (P20): seen by what is left of it from sweep to sweep. */
final class Outflow {
  private long since;
  private long pending;
  private long progress;
  private @Nullable Object current;

  Outflow(long now) {
    this.since = now;
  }

  void restart(long now) {
    since = now;
  }

  /** {@return true if something has been waiting for that long and none of it got through} */
  boolean isStuck(@Nullable ChannelOutboundBuffer buffer, Duration limit, long now) {
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
