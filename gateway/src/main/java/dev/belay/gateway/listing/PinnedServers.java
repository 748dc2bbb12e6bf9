package dev.belay.gateway.listing;

import dev.belay.config.Start;
import dev.belay.core.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The pins of all servers of one gateway, loaded as servers are first met.
 *
 * <p>Once closed, pins are no longer written to disk: a list that arrives while the gateway ends is
 * reviewed in memory. Safe for use by many threads.
 */
public final class PinnedServers {
  /** The time for changes under way, of which each may wait for another process's. */
  private static final Duration LAST_WRITES = Duration.ofSeconds(1);

  private final @Nullable Path directory;
  private final UnaryOperator<byte[]> asOne;
  private final Pins.Listener listener;
  private final Time time;
  private final Map<String, Pins> pins = new ConcurrentHashMap<>();
  private volatile boolean isClosed;

  /**
   * Creates a registry without pins.
   *
   * @param directory the directory of pins; null for no pins
   * @param asOne converts a tool to the form that is the same for all clients
   * @param listener notified of changes, on the thread that detects them
   */
  public PinnedServers(
      @Nullable Path directory, UnaryOperator<byte[]> asOne, Pins.Listener listener, Time time) {
    this.directory = directory;
    this.asOne = asOne;
    this.listener = listener;
    this.time = time;
  }

  /**
   * {@return the pins of a server; null where none are kept}
   *
   * @param start its identity: another server of the same name has separate pins
   */
  public @Nullable Pins of(String server, Start start) {
    var in = directory;
    if (in == null) {
      return null;
    }
    var identity =
        switch (start) {
          case Start.Command command -> command.program() + " " + command.args();
          case Start.Url url -> url.address();
          case Start.Native of -> of.program();
        };
    var found =
        pins.computeIfAbsent(
            server + "\n" + identity, _ -> new Pins(in, server, identity, asOne, listener));
    // Races with close(), which misses what is added during its iteration.
    if (isClosed) {
      var _ = found.close();
    }
    return found;
  }

  /** Checks for tools that a person has accepted. */
  public void refresh() {
    pins.values().forEach(Pins::refresh);
  }

  /** Begins no further change of a file, and waits a second at most for those under way. */
  public void close() throws InterruptedException {
    isClosed = true;
    var writing = pins.values().stream().map(Pins::close).toArray(CompletableFuture<?>[]::new);
    time.await(CompletableFuture.allOf(writing), LAST_WRITES);
  }
}
