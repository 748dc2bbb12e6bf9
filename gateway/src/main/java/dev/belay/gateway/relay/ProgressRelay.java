package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.Seconds;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import dev.belay.mcp.session.ReplyTo;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * All progress that a client gets for one request: the upstream's own, under the client's token and
 * at most {@link #PER_SECOND} a second, and keep-alives while the upstream is silent.
 *
 * <p>One author, so that the values strictly increase (MCP 2025-11-25 §progress; C16, P13). Ends
 * before the response. Concurrency: {@code lock} guards all fields; sending is queueing, which does
 * not block.
 */
public final class ProgressRelay {
  static final int PER_SECOND = 20;

  private final ReentrantLock lock = new ReentrantLock();
  private final RequestId token;
  private final ReplyTo client;
  private final Time time;
  private final KeepAlive keepAlive;
  private final long startedAt;

  @GuardedBy("lock") private final RisingValue value = new RisingValue();

  @GuardedBy("lock") private final Allowance allowance = new Allowance(PER_SECOND);

  /** The newest progress that had to wait for its turn. */
  @GuardedBy("lock") private @Nullable Envelope held;

  @GuardedBy("lock") private Time.@Nullable Timer release;

  @GuardedBy("lock") private Time.@Nullable Timer alarm;

  @GuardedBy("lock") private long lastSentAt;

  @GuardedBy("lock") private boolean closed;

  /** When to speak up for a silent upstream; a zero interval is never. */
  public record KeepAlive(Duration first, Duration interval) {
    static final KeepAlive OFF = new KeepAlive(Duration.ZERO, Duration.ZERO);

    boolean isOff() {
      return first.isZero() || interval.isZero();
    }
  }

  /**
   * Begins to keep the client alive.
   *
   * @param token the client's own
   */
  public ProgressRelay(RequestId token, ReplyTo client, Time time, KeepAlive keepAlive) {
    this.token = token;
    this.client = client;
    this.time = time;
    this.keepAlive = keepAlive;
    startedAt = time.nanos();
    lastSentAt = startedAt;
    if (!keepAlive.isOff()) {
      lock.lock();
      try {
        alarm = time.after(keepAlive.first(), this::ring);
      } finally {
        lock.unlock();
      }
    }
  }

  /** Relays the upstream's progress: now, or the newest of it as soon as the rate allows. */
  public void upstream(Envelope progress) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      long now = time.nanos();
      if (held == null && allowance.take(now)) {
        sendLocked(progress);
        return;
      }
      if (held == null) {
        release = time.after(allowance.pause(now), this::releaseHeld);
      }
      held = progress;
    } finally {
      lock.unlock();
    }
  }

  private void releaseHeld() {
    lock.lock();
    try {
      long now = time.nanos();
      if (closed || held == null) {
        return;
      }
      if (allowance.take(now)) {
        flushLocked();
      } else {
        release = time.after(allowance.pause(now), this::releaseHeld);
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void flushLocked() {
    if (held != null) {
      sendLocked(held);
      held = null;
    }
  }

  @GuardedBy("lock") private void sendLocked(Envelope progress) {
    var message = Splice.of(progress).set(Member.PARAMS_PROGRESS_TOKEN, token);
    var changed = value.raiseTo(progress.number(Member.PARAMS_PROGRESS));
    if (changed != null) {
      message.set(Member.PARAMS_PROGRESS, changed.getBytes(StandardCharsets.US_ASCII));
    }
    client.progress(this, message.bytes());
    lastSentAt = time.nanos();
  }

  private void ring() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      long now = time.nanos();
      var silent = Duration.ofNanos(now - lastSentAt);
      var allowed = lastSentAt == startedAt ? keepAlive.first() : keepAlive.interval();
      if (silent.compareTo(allowed) >= 0) {
        client.progress(this, stillRunning(value.raise(), Duration.ofNanos(now - startedAt)));
        lastSentAt = now;
        alarm = time.after(keepAlive.interval(), this::ring);
      } else {
        alarm = time.after(keepAlive.interval().minus(silent), this::ring);
      }
    } finally {
      lock.unlock();
    }
  }

  private byte[] stillRunning(String progress, Duration elapsed) {
    var out = new ByteArrayOutputStream();
    ascii(out, "{\"progressToken\":");
    out.writeBytes(token.json());
    ascii(out, ",\"progress\":" + progress + ",\"message\":");
    var seconds = Seconds.text(Duration.ofMillis(elapsed.toMillis() / 100 * 100));
    out.writeBytes(JsonString.encode("Still running, " + seconds + "s"));
    out.write('}');
    return Messages.notification("notifications/progress", out.toByteArray());
  }

  private static void ascii(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Sends what was held back, and nothing after that. */
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      flushLocked();
      closed = true;
      close(release);
      close(alarm);
    } finally {
      lock.unlock();
    }
  }

  private static void close(Time.@Nullable Timer timer) {
    if (timer != null) {
      timer.close();
    }
  }
}
