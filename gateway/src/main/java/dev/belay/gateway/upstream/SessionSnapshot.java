package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.era.Era;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The state that a client has set at its server, for replay to a new process of the server.
 *
 * <p>Holds the opening as the client sent it, the log level and the subscriptions, which are
 * bounded in bytes. Safe for use by many threads.
 */
public final class SessionSnapshot {
  private static final int MOST_BYTES = 4 * 1024 * 1024;

  private static final String INITIALIZE = "initialize";
  private static final String INITIALIZED = "notifications/initialized";
  private static final String SET_LEVEL = "logging/setLevel";
  private static final String SUBSCRIBE = "resources/subscribe";

  private final ReentrantLock lock = new ReentrantLock();

  /** By method; subscriptions by method and URI. */
  @GuardedBy("lock") private final Map<String, byte[]> said = new LinkedHashMap<>();

  /** The size of the subscriptions in {@link #said}. */
  @GuardedBy("lock") private int bytes;

  /** Results of list requests as the client last saw them, by method. */
  @GuardedBy("lock") private final Map<String, byte[]> lists = new LinkedHashMap<>();

  /** Counts the changes, each of which outdates processes that are open already. */
  private final AtomicInteger number = new AtomicInteger();

  private volatile boolean established;

  /** The era of the server, and its introduction. */
  private volatile @Nullable Opened opened;

  private record Opened(Era era, @Nullable Envelope welcome) {}

  /** Creates an empty snapshot. */
  public SessionSnapshot() {}

  private void say(String what, byte @Nullable [] params) {
    lock.lock();
    try {
      bytes -= size(what, said.remove(what));
      if (params != null && bytes + size(what, params) <= MOST_BYTES) {
        said.put(what, params);
        bytes += size(what, params);
      }
      number.incrementAndGet();
    } finally {
      lock.unlock();
    }
  }

  private static int size(String what, byte @Nullable [] params) {
    return params == null || !what.startsWith(SUBSCRIBE) ? 0 : what.length() + params.length;
  }

  private byte @Nullable [] said(String what) {
    lock.lock();
    try {
      return said.get(what);
    } finally {
      lock.unlock();
    }
  }

  /** The client sent {@code initialize}. */
  public void initialize(byte[] params) {
    say(INITIALIZE, params);
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

  /** Discards an opening that failed. */
  void forget() {
    opened = null;
    forgetOpening();
  }

  /** Discards the opening, since a modern server has none. */
  void forgetOpening() {
    say(INITIALIZE, null);
    say(INITIALIZED, null);
  }

  /** {@return the era the server speaks; null before that is known} */
  public @Nullable Era era() {
    var now = opened;
    return now == null ? null : now.era();
  }

  /** {@return the server's introduction; null if there is none, or it was not read} */
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
    say(INITIALIZED, notification);
  }

  /** The client set the log level. */
  public void logLevel(byte[] params) {
    say(SET_LEVEL, params);
  }

  /** The client subscribed to a resource. */
  public void subscribed(String uri, byte[] params) {
    say(SUBSCRIBE + " " + uri, params);
  }

  /** The client unsubscribed from a resource. */
  public void unsubscribed(String uri) {
    say(SUBSCRIBE + " " + uri, null);
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

  /** {@return the version of the state, another one after each change} */
  int number() {
    return number.get();
  }

  byte @Nullable [] initialize() {
    return said(INITIALIZE);
  }

  byte @Nullable [] initialized() {
    return said(INITIALIZED);
  }

  /** {@return method and params of the requests to replay after the opening, in order} */
  List<Map.Entry<String, byte[]>> requests() {
    lock.lock();
    try {
      var all = new ArrayList<Map.Entry<String, byte[]>>();
      said.forEach((what, params) -> {
        if (what.equals(SET_LEVEL)) {
          all.addFirst(Map.entry(SET_LEVEL, params));
        } else if (what.startsWith(SUBSCRIBE)) {
          all.add(Map.entry(SUBSCRIBE, params));
        }
      });
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
