package dev.belay.tools.serve;

import dev.belay.core.time.Time;
import dev.belay.mcp.session.RequestState;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls whose modern clients have been handed questions, and have not come back with answers
 * (MCP 2026-07-28 §mrtr): so many, and each for so long. Safe for use by many threads.
 */
final class ParkedCalls implements AutoCloseable {
  static final int MOST = 10_000;
  private static final int NAME_BYTES = 16;

  /** The name of a call that is over is of no use, so that its seal needs no end of its own. */
  private static final Duration SEALED_FOR = Duration.ofDays(3650);

  private final Map<String, Parked> byName = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable RequestState> states = new AtomicReference<>();
  private final Time time;
  private final Supplier<Duration> lifetime;
  private final Semaphore room;

  private static final class Parked {
    final ServedCall call;

    /** Null until it is armed. */
    volatile Time.@Nullable Timer end;

    Parked(ServedCall call) {
      this.call = call;
    }

    void disarm() {
      var armed = end;
      if (armed != null) {
        armed.close();
      }
    }
  }

  /**
   * Begins with none.
   *
   * @param lifetime how long a call waits from now on, which may change
   * @param most how many may wait
   */
  ParkedCalls(Time time, Supplier<Duration> lifetime, int most) {
    this.time = time;
    this.lifetime = lifetime;
    room = new Semaphore(most);
  }

  /** {@return what seals the names of calls; made at its first use, since that loads much} */
  RequestState states() {
    var known = states.get();
    if (known != null) {
      return known;
    }
    var made =
        RequestState.withRandomKey(SEALED_FOR, () -> Duration.ofNanos(time.nanos()).toMillis());
    var other = states.compareAndExchange(null, made);
    return other == null ? made : other;
  }

  /** {@return a name that nobody can guess} */
  static String newName() {
    var bytes = new byte[NAME_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /**
   * Keeps a call until its client comes back, or it is too late for that.
   *
   * @return false if as many wait as may, and it is not kept
   */
  boolean park(String name, ServedCall call) {
    if (!room.tryAcquire()) {
      return false;
    }
    var parked = new Parked(call);
    byName.put(name, parked);
    parked.end = time.after(lifetime.get(), () -> expire(name));
    // The other party: who took it meanwhile, and may have found no timer yet.
    if (!parked.equals(byName.get(name))) {
      parked.disarm();
    }
    return true;
  }

  private void expire(String name) {
    var call = take(name);
    if (call != null) {
      call.deserted();
    }
  }

  /** {@return the call of that name, which is not parked any more; null if there is none} */
  @Nullable ServedCall take(String name) {
    var parked = byName.remove(name);
    if (parked == null) {
      return null;
    }
    room.release();
    parked.disarm();
    return parked.call;
  }

  /** Waits for none of them any more. */
  @Override
  public void close() {
    byName.keySet().forEach(this::take);
  }
}
