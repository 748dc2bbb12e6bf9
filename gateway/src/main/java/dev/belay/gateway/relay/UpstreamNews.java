package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.gateway.translate.Introduction;
import dev.belay.gateway.translate.RequestToModern;
import dev.belay.gateway.translate.SubscriptionFilter;
import dev.belay.gateway.upstream.Delivery;
import dev.belay.gateway.upstream.Exchange;
import dev.belay.gateway.upstream.Loss;
import dev.belay.gateway.upstream.ServerLink;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Has an upstream tell the news that legacy clients expect unasked: by {@code resources/subscribe}
 * in the legacy era, by one {@code subscriptions/listen} for all of them in the modern one.
 *
 * <p>Concurrency: {@code lock} guards which listen is the present one; sending happens outside it.
 */
final class UpstreamNews implements SubscriptionBook.Source {
  private final Upstream upstream;
  private final Introduction self;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private @Nullable Listen present;

  @GuardedBy("lock") private boolean wanted;

  private Set<String> uris = Set.of();

  UpstreamNews(Upstream upstream, Introduction self) {
    this.upstream = upstream;
    this.self = self;
  }

  /** A legacy client has come, which expects to hear when lists change. */
  void want() {
    boolean begin;
    lock.lock();
    try {
      begin = !wanted && upstream.replay().isModern();
      wanted |= begin;
    } finally {
      lock.unlock();
    }
    if (begin) {
      listenAnew();
    }
  }

  @Override
  public void subscribe(String uri) {
    change(uri, true);
  }

  @Override
  public void unsubscribe(String uri) {
    change(uri, false);
  }

  private void change(String uri, boolean more) {
    if (upstream.replay().isModern()) {
      lock.lock();
      try {
        var next = new java.util.LinkedHashSet<>(uris);
        if (more) {
          next.add(uri);
        } else {
          next.remove(uri);
        }
        uris = Set.copyOf(next);
      } finally {
        lock.unlock();
      }
      listenAnew();
      return;
    }
    var params = ("{\"uri\":" + JsonString.quote(uri) + "}").getBytes(StandardCharsets.UTF_8);
    if (more) {
      upstream.replay().subscribed(uri, params);
    } else {
      upstream.replay().unsubscribed(uri);
    }
    upstream.deliver(new OwnAsk(more ? "resources/subscribe" : "resources/unsubscribe", params));
  }

  private void listenAnew() {
    Listen next;
    Listen last;
    lock.lock();
    try {
      last = present;
      next = new Listen(uris);
      present = next;
    } finally {
      lock.unlock();
    }
    upstream.deliver(next);
    if (last != null) {
      last.end();
    }
  }

  /** True for what the present listen of Belay's own hears. */
  boolean isOwn(@Nullable Exchange exchange) {
    return exchange instanceof Listen;
  }

  /** Something asked of the server whose answer says nothing that anybody needs. */
  private record OwnAsk(String method, byte[] params) implements Delivery {
    @Override
    public void to(ServerLink link) {
      long id = link.nextId();
      link.ask(id, Messages.request(RequestId.of(id), method, params), Exchange.FORGOTTEN);
    }

    @Override
    public boolean wakes() {
      return false;
    }

    /** Whoever comes up next is told again by the replay. */
    @Override
    public void unavailable(String why) {}
  }

  private final class Listen implements Delivery, Exchange {
    private final Set<String> wantedUris;
    private volatile @Nullable ServerLink link;
    private volatile long id;

    Listen(Set<String> wantedUris) {
      this.wantedUris = wantedUris;
    }

    @Override
    public void to(ServerLink to) {
      id = to.nextId();
      link = to;
      var welcome = upstream.replay().welcome();
      var result = welcome == null ? null : welcome.raw(dev.belay.mcp.envelope.Member.RESULT);
      var capabilities =
          dev.belay.gateway.translate.ServerIntroduction.capabilities(
              result == null ? new byte[] {'{', '}'} : result);
      var lists = SubscriptionFilter.listsOf(capabilities);
      var filter =
          new SubscriptionFilter(
              lists.tools(), lists.prompts(), lists.resources(), wantedUris, Set.of());
      if (filter.isEmpty()) {
        return;
      }
      var params = new RequestToModern(self).params("subscriptions/listen", filter.listenParams());
      to.ask(id, Messages.request(RequestId.of(id), "subscriptions/listen", params), this);
    }

    @Override
    public boolean wakes() {
      return false;
    }

    @Override
    public void unavailable(String why) {
      again();
    }

    /** The server has ended it: nothing more will be heard, unless it is asked again later. */
    @Override
    public void answered(Envelope response) {}

    @Override
    public void lost(Loss loss) {
      switch (loss.kind()) {
        case CRASHED, REPLACED -> again();
        case STOPPED, NOT_READING, GARBLED, UNREACHABLE, REFUSED -> {}
      }
    }

    private void again() {
      boolean isPresent;
      lock.lock();
      try {
        isPresent = present == this;
      } finally {
        lock.unlock();
      }
      if (isPresent && link != null) {
        upstream.deliver(this);
      }
    }

    void end() {
      var to = link;
      if (to != null) {
        to.cancel(id, Exchange.FORGOTTEN, "No longer wanted.");
      }
    }
  }
}
