package dev.belay.gateway.listing;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The pins of all servers of one gateway, loaded as servers are first met.
 *
 * <p>Once closed, pins are no longer written to disk: a list that arrives while the gateway ends is
 * reviewed in memory. Safe for use by many threads.
 */
public final class PinnedServers implements AutoCloseable {
  private final @Nullable Path directory;
  private final UnaryOperator<byte[]> asOne;
  private final Pins.Listener listener;
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
      @Nullable Path directory, UnaryOperator<byte[]> asOne, Pins.Listener listener) {
    this.directory = directory;
    this.asOne = asOne;
    this.listener = listener;
  }

  /**
   * {@return the pins of a server; null where none are kept}
   *
   * @param identity how the server is started or reached: another server of the same name has
   *     separate pins
   */
  public @Nullable Pins of(String server, String identity) {
    var in = directory;
    if (in == null) {
      return null;
    }
    var found =
        pins.computeIfAbsent(
            server + "\n" + identity, _ -> new Pins(in, server, identity, asOne, listener));
    // Races with close(), which misses what is added during its iteration.
    if (isClosed) {
      found.close();
    }
    return found;
  }

  /** Checks for tools that a person has accepted. */
  public void refresh() {
    pins.values().forEach(Pins::refresh);
  }

  /** Waits for the files that are being written; no other is written from then on. */
  @Override
  public void close() {
    isClosed = true;
    pins.values().forEach(Pins::close);
  }
}
