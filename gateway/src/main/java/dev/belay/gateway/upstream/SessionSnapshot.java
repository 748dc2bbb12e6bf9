package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.era.Era;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What a client has told its server that a new process of the server must be told again.
 *
 * <p>Raw params, as the client sent them. Bounded by {@link #MOST} subscriptions. Safe for use by
 * many threads.
 */
public final class SessionSnapshot {
  private static final int MOST = 10_000;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private byte @Nullable [] initialize;

  @GuardedBy("lock") private byte @Nullable [] initialized;

  @GuardedBy("lock") private byte @Nullable [] logLevel;

  @GuardedBy("lock") private final Map<String, byte[]> subscriptions = new LinkedHashMap<>();

  /** Results of list requests as the client last saw them, by method. */
  @GuardedBy("lock") private final Map<String, byte[]> lists = new LinkedHashMap<>();

  /** Counts what is said that a process which is open already must be told. */
  @GuardedBy("lock") private int number;

  private volatile boolean established;

  /** What the server speaks, and how it presented itself. */
  private volatile @Nullable Opened opened;

  private record Opened(Era era, @Nullable Envelope welcome) {}

  /** Starts with nothing said. */
  public SessionSnapshot() {}

  /** The client sent {@code initialize}. */
  public void initialize(byte[] params) {
    lock.lock();
    try {
      initialize = params;
      number++;
    } finally {
      lock.unlock();
    }
  }

  /** The server answered the client's opening, so it is one that can start. */
  public void established() {
    established = true;
  }

  /**
   * The server answered an opening.
   *
   * @param welcome its answer to {@code initialize} or {@code server/discover}; null if unread
   */
  public void opened(Era era, @Nullable Envelope welcome) {
    opened = new Opened(era, welcome);
    established = true;
  }

  /** What was taken for an opening was none. */
  void forget() {
    opened = null;
    forgetOpening();
  }

  /** A modern server is not opened. */
  void forgetOpening() {
    lock.lock();
    try {
      initialize = null;
      number++;
      initialized = null;
    } finally {
      lock.unlock();
    }
  }

  /** {@return the era the server speaks; null before that is known} */
  public @Nullable Era era() {
    var now = opened;
    return now == null ? null : now.era();
  }

  /** {@return how the server presented itself; null where it has not, or nobody listened} */
  public @Nullable Envelope welcome() {
    var now = opened;
    return now == null ? null : now.welcome();
  }

  /** {@return true if the server is known to speak the modern era} */
  public boolean isModern() {
    return era() == Era.MODERN;
  }

  boolean isEstablished() {
    return established;
  }

  /** The client sent {@code notifications/initialized}: the whole message. */
  public void initialized(byte[] notification) {
    lock.lock();
    try {
      initialized = notification;
      number++;
    } finally {
      lock.unlock();
    }
  }

  /** The client set the log level. */
  public void logLevel(byte[] params) {
    lock.lock();
    try {
      logLevel = params;
      number++;
    } finally {
      lock.unlock();
    }
  }

  /** The client subscribed to a resource. */
  public void subscribed(String uri, byte[] params) {
    lock.lock();
    try {
      if (subscriptions.size() < MOST) {
        subscriptions.put(uri, params);
        number++;
      }
    } finally {
      lock.unlock();
    }
  }

  /** The client no longer wants news of a resource. */
  public void unsubscribed(String uri) {
    lock.lock();
    try {
      subscriptions.remove(uri);
      number++;
    } finally {
      lock.unlock();
    }
  }

  /** The client saw this first page of a list. */
  public void listed(String method, byte[] result) {
    lock.lock();
    try {
      lists.put(method, result);
    } finally {
      lock.unlock();
    }
  }

  /** {@return a number that is another one once there is more or else to say} */
  int number() {
    lock.lock();
    try {
      return number;
    } finally {
      lock.unlock();
    }
  }

  byte @Nullable [] initialize() {
    lock.lock();
    try {
      return initialize;
    } finally {
      lock.unlock();
    }
  }

  byte @Nullable [] initialized() {
    lock.lock();
    try {
      return initialized;
    } finally {
      lock.unlock();
    }
  }

  /** {@return params by method of the requests to make after the opening, in order} */
  List<Map.Entry<String, byte[]>> requests() {
    lock.lock();
    try {
      var all = new ArrayList<Map.Entry<String, byte[]>>();
      if (logLevel != null) {
        all.add(Map.entry("logging/setLevel", logLevel));
      }
      for (var params : subscriptions.values()) {
        all.add(Map.entry("resources/subscribe", params));
      }
      return all;
    } finally {
      lock.unlock();
    }
  }

  Map<String, byte[]> lists() {
    lock.lock();
    try {
      return new LinkedHashMap<>(lists);
    } finally {
      lock.unlock();
    }
  }
}
