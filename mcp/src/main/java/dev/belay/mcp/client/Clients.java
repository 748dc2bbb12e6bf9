package dev.belay.mcp.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The shared JDK clients: one for all connections to the same host, since each has a thread of its
 * own, and connections left open can be reused.
 *
 * <p>Concurrency: the lock guards the counts of users; clients are ended outside it.
 */
final class Clients {
  private static final ReentrantLock LOCK = new ReentrantLock();

  @GuardedBy("LOCK") private static final Map<Key, Shared> IN_USE = new HashMap<>();

  private Clients() {}

  private record Key(String scheme, String host, int port, Duration connect) {
    static Key of(URI url, Duration connect) {
      return new Key(
          url.getScheme().toLowerCase(Locale.ROOT),
          url.getHost().toLowerCase(Locale.ROOT),
          url.getPort(),
          connect);
    }
  }

  private static final class Shared {
    final HttpClient client;
    int users;

    Shared(HttpClient client) {
      this.client = client;
    }
  }

  /** Returns the client for a URL, to be returned with {@link #release}. */
  static HttpClient acquire(URI url, Duration connect) {
    LOCK.lock();
    try {
      var shared = IN_USE.computeIfAbsent(Key.of(url, connect), key -> new Shared(make(key)));
      shared.users++;
      return shared.client;
    } finally {
      LOCK.unlock();
    }
  }

  /** Returns a client; with its last user it ends, and its pending exchanges fail. */
  static void release(URI url, Duration connect) {
    var key = Key.of(url, connect);
    HttpClient last = null;
    LOCK.lock();
    try {
      var shared = IN_USE.get(key);
      if (shared != null && --shared.users == 0) {
        IN_USE.remove(key);
        last = shared.client;
      }
    } finally {
      LOCK.unlock();
    }
    if (last != null) {
      last.shutdownNow();
    }
  }

  private static HttpClient make(Key key) {
    var builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(task -> Thread.ofVirtual().name("belay-upstream-http").start(task))
            .connectTimeout(key.connect());
    if (isLoopback(key.host())) {
      builder.proxy(HttpClient.Builder.NO_PROXY);
    }
    return builder.build();
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
  }
}
