package dev.belay.mcp.progress;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.Call;
import dev.belay.core.name.ShortText;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All progress that a client gets for one request: that of the tool or of its server, under the
 * client's token and at most {@link #PER_SECOND} a second, and keep-alives in its silence.
 *
 * <p>One author, so that the values strictly increase (MCP 2025-11-25 §progress; C16, P13). Ends
 * before the response. Concurrency: {@code lock} guards all fields; sending is queueing, which does
 * not block.
 */
public final class ClientProgress implements AutoCloseable {
  static final int PER_SECOND = 20;

  private final ReentrantLock lock = new ReentrantLock();
  private final RequestId token;
  private final BiConsumer<Object, byte[]> client;
  private final Time time;
  private final SilenceAlarm silence;

  @GuardedBy("lock") private final RisingValue value = new RisingValue();

  @GuardedBy("lock") private final Allowance allowance = new Allowance(PER_SECOND);

  /** The newest progress that had to wait for its turn, and gets its value then. */
  @GuardedBy("lock") private @Nullable Function<RisingValue, byte[]> held;

  @GuardedBy("lock") private Time.@Nullable Timer release;

  @GuardedBy("lock") private boolean closed;

  /** The call that the request waits for; null before it has begun. */
  @GuardedBy("lock") private @Nullable Call call;

  /** How many keep-alives have told of the wait for a person. */
  @GuardedBy("lock") private int waits;

  /**
   * Begins, with keep-alives.
   *
   * @param token the client's own
   * @param client gets each notification, and this as its author; must not block
   */
  public ClientProgress(
      RequestId token, BiConsumer<Object, byte[]> client, Time time, KeepAlive keepAlive) {
    this.token = token;
    this.client = client;
    this.time = time;
    lock.lock();
    try {
      silence = SilenceAlarm.start(keepAlive, time, this::keepAlive);
    } finally {
      lock.unlock();
    }
  }

  /** Has keep-alives tell what that call waits for. */
  public void follow(Call waitedFor) {
    lock.lock();
    try {
      call = waitedFor;
    } finally {
      lock.unlock();
    }
  }

  /** Relays a server's progress: now, or the newest of it as soon as the rate allows. */
  public void relay(Envelope progress) {
    tell(rising -> {
      var message = Splice.of(progress).set(Member.PARAMS_PROGRESS_TOKEN, token);
      var wanted = progress.number(Member.PARAMS_PROGRESS);
      var given = rising.raiseTo(wanted);
      if (!given.equals(wanted)) {
        message.set(Member.PARAMS_PROGRESS, ascii(given));
      }
      return message.bytes();
    });
  }

  /** Tells of a tool's progress as {@link #relay} does of a server's. */
  public void tell(@Nullable Double done, @Nullable Double total, @Nullable String message) {
    tell(rising ->
        notification(rising.raiseTo(done == null ? null : literal(done)), total, message));
  }

  private void tell(Function<RisingValue, byte[]> progress) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      if (held == null && allowance.take(time.nanos())) {
        sendLocked(progress);
        return;
      }
      if (held == null) {
        releaseLaterLocked();
      }
      held = progress;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void releaseLaterLocked() {
    release = time.after(allowance.pause(time.nanos()), this::releaseHeld);
  }

  private void releaseHeld() {
    lock.lock();
    try {
      if (closed || held == null) {
        return;
      }
      if (allowance.take(time.nanos())) {
        flushLocked();
      } else {
        releaseLaterLocked();
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

  @GuardedBy("lock") private void sendLocked(Function<RisingValue, byte[]> progress) {
    client.accept(this, progress.apply(value));
    silence.spoke();
  }

  private void keepAlive() {
    lock.lock();
    try {
      if (!closed) {
        var text =
            call != null && KeepAlive.isForPerson(call.state())
                ? KeepAlive.waitText(waits++)
                : KeepAlive.text(silence.elapsed());
        client.accept(this, notification(value.raise(RisingValue.STEP), null, text));
      }
    } finally {
      lock.unlock();
    }
  }

  private byte[] notification(String progress, @Nullable Double total, @Nullable String message) {
    var params =
        JsonObject.empty().set("progressToken", token.json()).set("progress", ascii(progress));
    if (total != null && Double.isFinite(total)) {
      params.set("total", ascii(literal(total)));
    }
    if (message != null) {
      params.setText("message", ShortText.message(message));
    }
    return Messages.notification("notifications/progress", params.json());
  }

  /** {@return the number as briefly as it can be written} */
  private static String literal(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Sends what was held back, and nothing after that. */
  @Override
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      flushLocked();
      closed = true;
      if (release != null) {
        release.close();
      }
    } finally {
      lock.unlock();
    }
    silence.close();
  }

  /** The value of one token, which strictly increases whatever sets it. Not thread-safe. */
  static final class RisingValue {
    /** So small that it never overtakes the next step of a tool. */
    static final BigDecimal STEP = new BigDecimal("0.001");

    /** Beyond this a number is not taken at its word: adding to it could fill the memory. */
    private static final int LONGEST = 40;

    private BigDecimal last = BigDecimal.ZERO;
    private boolean used;
    private boolean hasNumbers;

    /**
     * Moves to the wanted value where that is higher, else a little above the last. Progress
     * without numbers is counted.
     *
     * @return the value to send
     */
    String raiseTo(@Nullable String wanted) {
      hasNumbers |= wanted != null;
      var number = wanted == null ? null : sane(wanted);
      if (wanted != null && number != null && (!used || number.compareTo(last) > 0)) {
        last = number;
        used = true;
        return wanted;
      }
      return raise(hasNumbers ? STEP : BigDecimal.ONE);
    }

    String raise(BigDecimal step) {
      used = true;
      last = last.add(step);
      return last.toPlainString();
    }

    private static @Nullable BigDecimal sane(String literal) {
      if (literal.length() > LONGEST) {
        return null;
      }
      try {
        var value = new BigDecimal(literal);
        return Math.abs((long) value.scale()) > LONGEST ? null : value;
      } catch (NumberFormatException _) {
        // A double beyond all numbers, or a JSON number with an exponent beyond what an int holds.
        return null;
      }
    }
  }

  /** How much may be sent now: so many within any second. Not thread-safe. */
  static final class Allowance {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    /** When the last ones were taken, the oldest at {@code next} once it has gone round. */
    private final long[] takenAt;

    private int next;
    private boolean round;

    Allowance(int perSecond) {
      takenAt = new long[perSecond];
    }

    /** Takes one, if there is one. */
    boolean take(long now) {
      if (round && now - takenAt[next] < SECOND) {
        return false;
      }
      takenAt[next] = now;
      next = (next + 1) % takenAt.length;
      round |= next == 0;
      return true;
    }

    /** {@return how long it takes until there is one more} */
    Duration pause(long now) {
      long left = round ? SECOND - (now - takenAt[next]) : 0;
      return Duration.ofNanos(Math.max(0, left));
    }
  }
}
