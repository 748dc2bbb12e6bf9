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
 * Subscribes to an upstream's changes on behalf of legacy clients, which expect those of lists
 * without a subscription, and of the subscriptions that Belay keeps itself: by {@code
 * resources/subscribe} in the legacy era, by one common {@code subscriptions/listen} in the modern
 * one, which ends with the last of them.
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

  /** The legacy clients, and the subscriptions kept by Belay, that expect changes of lists. */
  @GuardedBy("lock") private final Set<Object> holders = new HashSet<>();

  /** Receives each list that may have changed while no listen was in force: {@code tools}… */
  private final Consumer<String> missed;

  UpstreamNews(Upstream upstream, Consumer<String> missed) {
    this.upstream = upstream;
    this.missed = missed;
  }

  /** A listen of Belay's own has begun: earlier changes were not reported to it. */
  void acknowledged(@Nullable UpstreamExchange listen) {
    if (listen instanceof Listen own) {
      own.begun();
    }
  }

  /** Adds a holder that expects changes of lists. */
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

  @Override
  public void eraChanged(Set<String> subscribed) {
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

  /** That process takes no new requests: its successor gets a listen in place of that there. */
  void retiring(UpstreamConnection link) {
    Listen listen;
    lock.lock();
    try {
      listen = present;
    } finally {
      lock.unlock();
    }
    if (listen != null && listen.link == link) {
      // Another one: a delivery of this one may still follow, after its pause.
      listenAnew();
    }
  }

  /** Removes a holder; the listen ends with the last subscription. */
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

  /** Sets the log level of a legacy server. */
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

  /** Replaces the listen, which cannot be changed, by a new one, if any is wanted. */
  private void listenAnew() {
    Listen next;
    Listen last;
    lock.lock();
    try {
      last = present;
      next = isWantedLocked() ? new Listen(Set.copyOf(uris)) : null;
      if (next != null && last != null) {
        next.unheard = last.unheard;
      }
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

  /** Has a listen report later what it may miss until then; false if another took its place. */
  private boolean misses(Listen listen) {
    var all = filter(listen.wanted);
    lock.lock();
    try {
      if (present == listen) {
        listen.unheard = all;
      }
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

  /** A request whose answer is ignored. */
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

    /** The replay repeats it to the next process. */
    @Override
    public void unavailable(String why) {}
  }

  /** One {@code subscriptions/listen}, repeated to the next process after a crash. */
  private final class Listen implements Delivery, UpstreamExchange {
    private final Set<String> wanted;
    private volatile @Nullable UpstreamConnection link;
    private volatile long id;

    /** How often it has ended; written by the threads that report an end, one after another. */
    private int ends;

    /** The lists whose changes it may have missed since it ended. */
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
    public boolean isTakenBack(long own) {
      return link == null || id != own;
    }

    @Override
    public boolean wakes() {
      return false;
    }

    @Override
    public void unavailable(String why) {}

    /**
     * The server has ended it, or has none: a refused one is requested again for the next holder.
     */
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
        // Its stream broke: repeated after a pause, since it may break each time.
        case GARBLED, UNREACHABLE -> again();
        case NOT_READING, REFUSED, UNREAD -> giveUp(this);
        case STOPPED -> {}
      }
    }

    private void again() {
      var to = link;
      if (to != null && misses(this)) {
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
        link = null;
        to.cancel(id, UpstreamExchange.FORGOTTEN, "No longer wanted.");
      }
    }
  }
}
