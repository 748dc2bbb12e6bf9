package dev.belay.gateway.catalog;

import dev.belay.config.ServerSettings;
import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import dev.belay.gateway.relay.Backend;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One server of the catalog, until another replaces it.
 *
 * <p>Safe for use by many threads.
 */
public final class CatalogMember {
  /** The limit of a list if the start has none. */
  private static final Duration UNLIMITED_START = Duration.ofDays(1);

  private final Backend backend;
  private final AtomicReference<Inventory> inventory = new AtomicReference<>(Inventory.UNKNOWN);
  private final ListRefresher refresher;
  private volatile ServerSettings settings;
  private volatile List<ListPage.Item> tools = List.of();

  CatalogMember(ServerSettings settings, Backend backend, Catalog catalog, Time time) {
    this.settings = settings;
    this.backend = backend;
    refresher = new ListRefresher(this, catalog, time);
  }

  /** {@return its name in the configuration} */
  public String name() {
    return settings.name();
  }

  /** {@return its backend} */
  public Backend backend() {
    return backend;
  }

  /** {@return its current settings} */
  public ServerSettings settings() {
    return settings;
  }

  /** {@return why it is down until the next request; null if it is not} */
  public @Nullable String trouble() {
    return backend.trouble();
  }

  void settings(ServerSettings changed) {
    settings = changed;
  }

  /** {@return its contents, as far as its lists tell} */
  Inventory inventory() {
    return inventory.get();
  }

  void learn(ListKind kind, ServerLists.Fetched list) {
    inventory.updateAndGet(known -> known.with(kind, list));
  }

  /** It has listed all its tools, to Belay or to a client. */
  void listed(List<ListPage.Item> list) {
    tools = list;
  }

  /** {@return its tools as it has listed them last; empty before that} */
  List<ListPage.Item> tools() {
    return tools;
  }

  /** It has reported a change of a list. */
  void changed(ListKind kind) {
    inventory.updateAndGet(known -> known.outdated(kind));
  }

  /** {@return the limit of a list; requests wait during its start} */
  Duration listLimit() {
    var start = settings.startupTimeout();
    var longest = start.isZero() ? UNLIMITED_START : start;
    return longest.compareTo(ListFetch.LIMIT) < 0 ? ListFetch.LIMIT : longest;
  }

  ListRefresher refresher() {
    return refresher;
  }

  /** {@return whether it can go on with those settings, which start or reach the same server} */
  boolean staysWith(ServerSettings other) {
    return settings.start().equals(other.start())
        && settings.isolation() == other.isolation()
        && settings.era() == other.era()
        && settings.startupTimeout().equals(other.startupTimeout());
  }

  /** Ends it; blocks until that is done, or {@code grace} is long over. */
  void close(Grace grace) {
    refresher.close();
    try {
      backend.close(grace);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** The end of a server that is no longer served: after its last call, or at a limit. */
  static final class Draining {
    private static final Duration LOOK = Duration.ofMillis(50);

    private final CatalogMember member;
    private final Time time;
    private final Deadline limit;
    private final Consumer<Draining> then;

    Draining(CatalogMember member, Time time, Duration limit, Consumer<Draining> then) {
      this.member = member;
      this.time = time;
      this.limit = Deadline.after(time.nanos(), limit);
      this.then = then;
    }

    CatalogMember member() {
      return member;
    }

    /** Checks after a pause: a request that read the servers before may be on its way there. */
    void begin() {
      if (limit.isDue(time.nanos())) {
        look();
      } else {
        var _ = time.after(LOOK, this::look);
      }
    }

    private void look() {
      if (!member.backend().isBusy() || limit.isDue(time.nanos())) {
        Thread.ofPlatform().name("belay-drain-" + member.name()).daemon().start(this::end);
      } else {
        var _ = time.after(LOOK, this::look);
      }
    }

    private void end() {
      member.close(Grace.normal());
      then.accept(this);
    }
  }
}
