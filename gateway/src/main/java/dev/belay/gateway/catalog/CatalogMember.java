package dev.belay.gateway.catalog;

import dev.belay.config.ServerSettings;
import dev.belay.core.time.Time;
import dev.belay.gateway.relay.Backend;
import dev.belay.process.tree.Grace;
import org.jspecify.annotations.Nullable;

/**
 * One server of the catalog, for as long as it is the same one.
 *
 * <p>Safe for use by many threads.
 */
public final class CatalogMember {
  private final Backend backend;
  private final Offer offer = new Offer();
  private final Watch watch;
  private volatile ServerSettings settings;

  CatalogMember(ServerSettings settings, Backend backend, Catalog catalog, Time time) {
    this.settings = settings;
    this.backend = backend;
    watch = new Watch(this, catalog, time);
  }

  /** {@return its name in the configuration} */
  public String name() {
    return settings.name();
  }

  /** {@return what stands before it} */
  public Backend backend() {
    return backend;
  }

  /** {@return its settings as they are now} */
  public ServerSettings settings() {
    return settings;
  }

  /** {@return why it does not run, and will not before somebody asks; null if it does} */
  public @Nullable String trouble() {
    return backend.trouble();
  }

  void settings(ServerSettings changed) {
    settings = changed;
  }

  Offer offer() {
    return offer;
  }

  Watch watch() {
    return watch;
  }

  /**
   * {@return whether it can go on with those settings: nothing else is to be started or reached}
   */
  boolean staysWith(ServerSettings other) {
    return settings.start().equals(other.start())
        && settings.isolation() == other.isolation()
        && settings.era() == other.era()
        && settings.startupTimeout().equals(other.startupTimeout());
  }

  /** Ends it; blocks until that is done, or {@code grace} is long over. */
  void close(Grace grace) {
    watch.close();
    try {
      backend.close(grace);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
