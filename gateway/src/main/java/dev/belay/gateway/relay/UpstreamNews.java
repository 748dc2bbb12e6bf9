package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.gateway.translate.RequestToModern;
import dev.belay.gateway.translate.ServerIntroduction;
import dev.belay.gateway.translate.SubscriptionFilter;
import dev.belay.gateway.upstream.Delivery;
import dev.belay.gateway.upstream.Loss;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.gateway.upstream.UpstreamExchange;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.RequestId;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Has an upstream tell the news that legacy clients expect unasked, and listens that Belay keeps
 * itself: by {@code resources/subscribe} in the legacy era, by one {@code subscriptions/listen} for
 * all of them in the modern one, which ends with the last of them.
 *
 * <p>Concurrency: {@code lock} guards what is wanted and which listen is the present one; sending
 * happens outside it.
 */
final class UpstreamNews implements SubscriptionBook.Source {
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final int MOST_DOUBLINGS = 5;
  private static final RawJson NOTHING = RawJson.of("{}");

  private final Upstream upstream;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private @Nullable Listen present;

  /** The resources that legacy clients of a modern server have subscribed to. */
  @GuardedBy("lock") private final Set<String> uris = new LinkedHashSet<>();

  /** The legacy clients, and listens that Belay keeps, which expect to hear when lists change. */
  @GuardedBy("lock") private final Set<Object> holders = new HashSet<>();

  /** Hears of each list that may have changed while no client was connected: {@code tools}… */
  private final Consumer<String> missed;

  UpstreamNews(Upstream upstream, Consumer<String> missed) {
    this.upstream = upstream;
    this.missed = missed;
  }

  /** A listen of Belay's own has begun: what changed before, it was not told. */
  void acknowledged(@Nullable UpstreamExchange listen) {
    if (listen instanceof Listen own) {
      own.begun();
    }
  }

  /** Somebody has come who expects to hear when lists change. */
  void want(Object holder) {
    boolean listens;
    lock.lock();
    try {
      holders.add(holder);
      listens = present != null;
    } finally {
      lock.unlock();
    }
    if (upstream.snapshot().isModern() && !listens) {
      listenAnew();
    }
  }

  /**
   * The server speaks another era now, and knows nothing of what it was told in the last one.
   *
   * @param subscribed the resources of which somebody wants news
   */
  void eraChanged(Set<String> subscribed) {
    boolean modern = upstream.snapshot().isModern();
    Listen last;
    lock.lock();
    try {
      last = present;
      present = null;
      uris.clear();
      if (modern) {
        uris.addAll(subscribed);
      }
    } finally {
      lock.unlock();
    }
    if (last != null) {
      last.end();
    }
    if (modern) {
      listenAnew();
    } else {
      subscribed.forEach(this::subscribe);
    }
  }

  /** That process takes nothing new: its successor is listened to. */
  void retiring(UpstreamConnection link) {
    Listen listen;
    lock.lock();
    try {
      listen = present;
    } finally {
      lock.unlock();
    }
    if (listen != null && listen.link == link) {
      listen.end();
      upstream.deliver(listen);
    }
  }

  /** A holder has gone; the listen ends with the last one that wanted any. */
  void leave(Object holder) {
    Listen last = null;
    lock.lock();
    try {
      if (holders.remove(holder) && !isWantedLocked()) {
        last = present;
        present = null;
      }
    } finally {
      lock.unlock();
    }
    if (last != null) {
      last.end();
    }
  }

  @GuardedBy("lock") private boolean isWantedLocked() {
    return !holders.isEmpty() || !uris.isEmpty();
  }

  /** A legacy server is to say more than before. */
  void setLogLevel(LogLevel level) {
    var params = level.params();
    upstream.snapshot().logLevel(params);
    upstream.deliver(new Wish("logging/setLevel", RawJson.of(params)));
  }

  @Override
  public void subscribe(String uri) {
    var params = SubscriptionFilter.subscribeParams(uri);
    if (upstream.snapshot().isModern()) {
      lock.lock();
      try {
        uris.add(uri);
      } finally {
        lock.unlock();
      }
      listenAnew();
    } else {
      upstream.snapshot().subscribed(uri, params);
      upstream.deliver(new Wish("resources/subscribe", RawJson.of(params)));
    }
  }

  @Override
  public void unsubscribe(String uri) {
    if (upstream.snapshot().isModern()) {
      lock.lock();
      try {
        uris.remove(uri);
      } finally {
        lock.unlock();
      }
      listenAnew();
    } else {
      upstream.snapshot().unsubscribed(uri);
      var params = RawJson.of(SubscriptionFilter.subscribeParams(uri));
      upstream.deliver(new Wish("resources/unsubscribe", params));
    }
  }

  /** A listen cannot be changed, so a new one takes its place, where anybody wants one. */
  private void listenAnew() {
    Listen next;
    Listen last;
    lock.lock();
    try {
      last = present;
      next = isWantedLocked() ? new Listen(Set.copyOf(uris)) : null;
      present = next;
    } finally {
      lock.unlock();
    }
    if (next != null) {
      upstream.deliver(next);
    }
    if (last != null) {
      last.end();
    }
  }

  private void giveUp(Listen listen) {
    lock.lock();
    try {
      if (present == listen) {
        present = null;
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isPresent(Listen listen) {
    lock.lock();
    try {
      return present == listen;
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether that is a listen of Belay's own} */
  static boolean isOwn(@Nullable UpstreamExchange exchange) {
    return exchange instanceof Listen;
  }

  private SubscriptionFilter filter(Set<String> wanted) {
    var welcome = upstream.snapshot().welcome();
    var result = welcome == null ? null : welcome.raw(Member.RESULT);
    var lists =
        SubscriptionFilter.listsOf(
            result == null ? NOTHING : ServerIntroduction.capabilities(result));
    return new SubscriptionFilter(
        lists.tools(), lists.prompts(), lists.resources(), wanted, Set.of());
  }

  /** Something asked of the server whose answer says nothing that anybody needs. */
  private record Wish(String method, RawJson params) implements Delivery {
    @Override
    public void to(UpstreamConnection link) {
      long id = link.nextId();
      var message = Messages.request(RequestId.of(id), method, params.bytes());
      link.ask(id, message, UpstreamExchange.FORGOTTEN);
    }

    @Override
    public boolean wakes() {
      return false;
    }

    /** Whatever comes up next is told by the replay. */
    @Override
    public void unavailable(String why) {}
  }

  /** One {@code subscriptions/listen}, told again to whatever comes after a crash. */
  private final class Listen implements Delivery, UpstreamExchange {
    private final Set<String> wanted;
    private volatile @Nullable UpstreamConnection link;
    private volatile long id;

    /** How often it has ended; counted by whoever tells of an end, one after another. */
    private int ends;

    /** What it was told of when it ended, and not since. */
    private volatile SubscriptionFilter unheard = SubscriptionFilter.NONE;

    Listen(Set<String> wanted) {
      this.wanted = wanted;
    }

    @Override
    public void to(UpstreamConnection to) {
      var filter = filter(wanted);
      if (filter.isEmpty() || !isPresent(this)) {
        return;
      }
      long own = to.nextId();
      id = own;
      link = to;
      var params =
          new RequestToModern(Introductions.ITSELF)
              .params("subscriptions/listen", filter.listenParams());
      to.ask(own, Messages.request(RequestId.of(own), "subscriptions/listen", params), this);
      // The other party: a newer listen, which may have found nothing to end.
      if (!isPresent(this)) {
        end();
      }
    }

    @Override
    public boolean wakes() {
      return false;
    }

    @Override
    public void unavailable(String why) {}

    /** The server has ended it, or knows none: that is asked anew when somebody wants more. */
    @Override
    public void answered(Envelope response) {
      if (response.kind() == Kind.ERROR) {
        giveUp(this);
      } else {
        again();
      }
    }

    @Override
    public void lost(Loss loss) {
      switch (loss.kind()) {
        case CRASHED, UNSENT, REPLACED -> upstream.deliver(this);
        // Its stream broke: not at once, since it may break each time.
        case GARBLED, UNREACHABLE -> again();
        case NOT_READING, REFUSED, UNREAD -> giveUp(this);
        case STOPPED -> {}
      }
    }

    private void again() {
      var to = link;
      if (to != null && isPresent(this)) {
        unheard = filter(wanted);
        var pause = PAUSE.multipliedBy(1L << Math.min(ends++, MOST_DOUBLINGS));
        var _ = to.time().after(pause, () -> upstream.deliver(this));
      }
    }

    void begun() {
      var lists = unheard;
      unheard = SubscriptionFilter.NONE;
      if (lists.tools()) {
        missed.accept("tools");
      }
      if (lists.prompts()) {
        missed.accept("prompts");
      }
      if (lists.resources()) {
        missed.accept("resources");
      }
    }

    void end() {
      var to = link;
      if (to != null) {
        to.cancel(id, UpstreamExchange.FORGOTTEN, "No longer wanted.");
      }
    }
  }
}
