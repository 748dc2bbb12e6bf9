package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import dev.belay.gateway.config.Isolation;
import dev.belay.gateway.config.Start;
import dev.belay.gateway.upstream.OwnOpening;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Which clients share an upstream: all, or under {@code isolation: session} those of one {@link
 * Tenant}; a modern server at a url keeps nothing of anybody, so that all share it.
 *
 * <p>Upstreams of tenants are bounded, and end with their last client or soon after. Concurrency:
 * {@code lock} guards who is where; upstreams are made and ended outside it.
 */
final class Audiences {
  static final int MOST = 1_000;

  /** How long an upstream of modern clients is kept for the next of their requests. */
  static final Duration IDLE = Duration.ofMinutes(1);

  private final Relay relay;
  private final UpstreamSource source;
  private final Audience all;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<Tenant, Tenancy> tenancies = new HashMap<>();

  @GuardedBy("lock") private boolean closed;

  private static final class Tenancy {
    final Audience audience;
    int clients;
    Time.@Nullable Timer end;

    Tenancy(Audience audience) {
      this.audience = audience;
    }
  }

  Audiences(Relay relay, UpstreamSource source) {
    this.relay = relay;
    this.source = source;
    all = audience(relay.sharing() == Sharing.ONE_CLIENT ? null : Introductions.forMany(), null);
    all.upstream().start();
  }

  private Audience audience(@Nullable OwnOpening opening, @Nullable Tenant tenant) {
    return new Audience(relay, listener -> source.open(listener, opening), tenant);
  }

  /** {@return among whom a client belongs that has said who it is; null if there are too many} */
  @Nullable Audience of(ClientSession client) {
    return isForAll() ? all : ofTenant(Tenant.of(client));
  }

  private boolean isForAll() {
    return relay.sharing() == Sharing.ONE_CLIENT
        || relay.server().isolation() != Isolation.SESSION
        || (relay.server().start() instanceof Start.Url && all.upstream().replay().isModern());
  }

  private @Nullable Audience ofTenant(Tenant first) {
    Audience made = null;
    Audience found;
    lock.lock();
    try {
      var tenant = first;
      var known = tenancies.get(tenant);
      while (known != null && tenant.outlivesConversations() && known.clients > 0) {
        tenant = tenant.next();
        known = tenancies.get(tenant);
      }
      if (known == null) {
        if (closed || tenancies.size() >= MOST) {
          return null;
        }
        made = audience(Introductions.forClients(tenant.capabilities()), tenant);
        known = new Tenancy(made);
        tenancies.put(tenant, known);
      }
      known.clients++;
      if (known.end != null) {
        known.end.close();
        known.end = null;
      }
      found = known.audience;
    } finally {
      lock.unlock();
    }
    if (made != null) {
      made.upstream().start();
    }
    return found;
  }

  /** A request stays though its conversation is over: nobody else may have its upstream. */
  void stay(Audience audience) {
    lock.lock();
    try {
      var tenant = audience.tenant();
      var known = tenant == null ? null : tenancies.get(tenant);
      if (known != null && known.audience == audience) {
        known.clients++;
      }
    } finally {
      lock.unlock();
    }
  }

  /** A client has left, or a request that stayed. */
  void left(Audience audience) {
    var tenant = audience.tenant();
    if (tenant == null) {
      return;
    }
    boolean atOnce = false;
    lock.lock();
    try {
      var known = tenancies.get(tenant);
      if (known == null || known.audience != audience || --known.clients > 0) {
        return;
      }
      if (tenant.outlivesConversations()) {
        known.end = relay.time().after(IDLE, () -> end(tenant, audience));
      } else {
        atOnce = true;
      }
    } finally {
      lock.unlock();
    }
    if (atOnce) {
      end(tenant, audience);
    }
  }

  private void end(Tenant tenant, Audience audience) {
    lock.lock();
    try {
      var known = tenancies.get(tenant);
      if (known == null || known.audience != audience || known.clients > 0) {
        // The other party: a client that came just before.
        return;
      }
      tenancies.remove(tenant);
    } finally {
      lock.unlock();
    }
    audience.upstream().closeLater(Grace.normal());
  }

  @Nullable String trouble() {
    return all.upstream().trouble();
  }

  /** {@return every upstream, for health and for the end} */
  List<Audience> audiences() {
    lock.lock();
    try {
      var audiences = new ArrayList<Audience>();
      audiences.add(all);
      tenancies.values().forEach(tenancy -> audiences.add(tenancy.audience));
      return audiences;
    } finally {
      lock.unlock();
    }
  }

  void close(Grace grace) throws InterruptedException {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    var left = audiences();
    for (var one : left) {
      one.endSubscriptions();
      one.upstream().closeLater(grace);
    }
    for (var one : left) {
      one.upstream().close(grace);
    }
  }
}
