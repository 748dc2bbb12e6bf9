package dev.belay.gateway.catalog;

import dev.belay.config.Start;
import dev.belay.core.time.Time;
import dev.belay.gateway.relay.Introductions;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.Conversation;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The catalog's own conversations with one server, which read the lists that are the same for all
 * clients, and receive their changes.
 *
 * <p>An unreachable server is retried from time to time, so that its tools appear when it returns.
 * Safe for use by many threads.
 */
final class ListRefresher extends ListFetch.Source implements ServerLists.Hearer {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  private final CatalogMember member;
  private final Catalog catalog;
  private final Time time;
  private final ServerLists lists;

  /**
   * Receives changes, which the legacy era sends without a subscription; reads lists for legacy
   * clients too.
   */
  private final Conversation legacy;

  private final Conversation modern;
  private final AtomicReference<Time.@Nullable Timer> retry = new AtomicReference<>();
  private volatile Duration pause = FIRST_PAUSE;
  private volatile boolean isOpen;
  private volatile long begun;

  /** Whether clients may have missed the server, and need a notification once it is there. */
  private volatile boolean wasMissed;

  private volatile boolean closed;

  ListRefresher(CatalogMember member, Catalog catalog, Time time) {
    super("belay/" + member.name());
    this.member = member;
    this.catalog = catalog;
    this.time = time;
    lists = new ServerLists(this, time, catalog::patience, member, this);
    legacy = member.backend().openForAll(this);
    modern = member.backend().openForAll(this);
  }

  /** Opens the conversation, and reads the server's lists. */
  void begin() {
    // A command with a process for each client has none for the catalog itself.
    if (member.backend().isShared() || member.settings().start() instanceof Start.Url) {
      open();
    }
    if (member.backend().isShared()) {
      for (var kind : ListKind.values()) {
        var _ = get(kind, Era.LEGACY);
      }
    }
  }

  private void open() {
    begun = time.nanos();
    var request = Messages.request(nextId(), "initialize", Introductions.watching());
    legacy.onRequest(Envelope.parseOwn(request), new Opened());
  }

  /** {@return a list, or that it is late or failed} */
  CompletableFuture<ServerLists.Fetched> get(ListKind kind, Era era) {
    return lists.get(kind, era);
  }

  /** Reviews tools before they are called, not only once a client lists them. */
  @Override
  public void read(ListKind kind, List<ListPage.Item> items) {
    if (kind == ListKind.TOOLS) {
      catalog.reviewed(member, items);
    }
  }

  @Override
  public void arrived(ListKind kind, Era era) {
    pause = FIRST_PAUSE;
    catalog.newsOfServer(kind, Set.of(era));
  }

  @Override
  public void failed() {
    if (catalog.watches()) {
      tryAgainLater();
    }
  }

  private void tryAgainLater() {
    if (closed || retry.get() != null) {
      return;
    }
    var timer = time.after(pause, this::tryAgain);
    if (!retry.compareAndSet(null, timer)) {
      timer.close();
      return;
    }
    var longer = pause.multipliedBy(2);
    pause = longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer;
    // Races with close, which may have found no timer.
    if (closed) {
      timer.close();
    }
  }

  private void tryAgain() {
    retry.set(null);
    if (closed) {
      return;
    }
    if (!isOpen) {
      open();
    }
    for (var which : lists.missed()) {
      var _ = get(which.kind(), which.era());
    }
  }

  @Override
  Conversation in(Era era) {
    return switch (era) {
      case LEGACY -> legacy;
      case MODERN -> modern;
    };
  }

  @Override
  public String principal() {
    return "belay";
  }

  /** Records changed lists; other messages are ignored. */
  @Override
  public boolean tell(byte[] message) {
    var told = Envelope.parseOwn(message);
    var kinds = ListKind.changedBy(told.method());
    for (var kind : kinds) {
      lists.changed(kind);
      member.changed(kind);
    }
    if (!kinds.isEmpty()) {
      catalog.newsOfServer(kinds.getFirst(), EnumSet.allOf(Era.class));
    }
    if (kinds.contains(ListKind.TOOLS) && member.backend().isShared() && catalog.guards(member)) {
      var _ = get(ListKind.TOOLS, Era.LEGACY);
    }
    return true;
  }

  void close() {
    closed = true;
    var timer = retry.getAndSet(null);
    if (timer != null) {
      timer.close();
    }
    legacy.close();
    modern.close();
  }

  /** The result of opening the conversation. */
  private final class Opened implements OwnReply {
    @Override
    public void send(byte[] response) {
      try {
        isOpen = Envelope.parse(response, Bounds.DEFAULT).kind() == Kind.RESPONSE;
      } catch (MalformedEnvelope e) {
        isOpen = false;
      }
      if (isOpen) {
        opened();
      } else {
        wasMissed = true;
        tryAgainLater();
      }
    }

    private void opened() {
      pause = FIRST_PAUSE;
      legacy.onNotification(
          Envelope.parseOwn(Messages.notification("notifications/initialized", null)));
      boolean wasLate = time.nanos() - begun > catalog.patience().toNanos();
      if ((wasMissed || wasLate) && !member.backend().isShared()) {
        // Its lists differ by client, so only clients can see that they are there.
        catalog.newsOfAll();
      }
    }

    @Override
    public boolean tell(byte[] message) {
      return ListRefresher.this.tell(message);
    }
  }
}
