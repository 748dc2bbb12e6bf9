package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import dev.belay.gateway.config.Isolation;
import dev.belay.gateway.config.Start;
import dev.belay.gateway.translate.Introduction;
import dev.belay.gateway.translate.InvalidParams;
import dev.belay.gateway.upstream.OwnOpening;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Which clients share an upstream: all, or under {@code isolation: session} those of one {@link
 * Tenant}; a modern server at a url keeps nothing of anybody, so that all share it.
 *
 * <p>Upstreams of tenants are bounded, start with their first client and end with the last or soon
 * after: at the bound the one that is idle longest makes room, and where none is idle the next
 * client is refused. Concurrency: {@code lock} guards who is where; upstreams are made and ended
 * outside it.
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

  /** Those that wait for the next request, the longest idle first. */
  @GuardedBy("lock") private final SequencedMap<Tenant, Tenancy> idle = new LinkedHashMap<>();

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
    // Where each tenant has a process, one for all would serve nobody; a url's era is found by it.
    if (isForAll() || relay.server().start() instanceof Start.Url) {
      all.upstream().start();
    }
  }

  private Audience audience(@Nullable OwnOpening opening, @Nullable Tenant tenant) {
    return new Audience(relay, listener -> source.open(listener, opening), tenant);
  }

  /**
   * Returns among whom a client belongs that has said who it is; null if there are too many.
   *
   * @param retry what may come back to a request that still runs, where that does; null for others
   */
  @Nullable Audience of(ClientSession client, @Nullable Envelope retry) {
    var running = retry == null ? null : relay.rounds().running(client, retry);
    if (running != null) {
      var found = running.session().audience();
      stay(found);
      return found;
    }
    all.upstream().lookAgain();
    return isForAll() ? all : ofTenant(Tenant.of(client));
  }

  /** {@return whether its clients have shared a server that turned out to keep sessions} */
  boolean isOutgrown(Audience present) {
    return present == all && !isForAll();
  }

  /** {@return those who have no upstream of their own} */
  Audience forAll() {
    return all;
  }

  /**
   * {@return whom to ask about tools before a modern request is let in: what it will run on, if no
   * other takes that before; null if there are too many}
   */
  @Nullable Upstream upstreamFor(String principal, Envelope request) {
    if (isForAll()) {
      return all.upstream();
    }
    Tenant tenant;
    try {
      tenant = Tenant.of(principal, Introduction.modern(request).capabilities());
    } catch (InvalidParams _) {
      // The request will be refused for it.
      return null;
    }
    Place place;
    lock.lock();
    try {
      var known = tenancies.get(tenant);
      place = known == null ? openLocked(tenant) : new Place(known, false, null);
      if (place == null) {
        return null;
      }
      if (place.isNew()) {
        restLocked(tenant, place.tenancy());
      }
    } finally {
      lock.unlock();
    }
    return place.entered().upstream();
  }

  boolean isForAll() {
    return relay.sharing() == Sharing.ONE_CLIENT
        || relay.server().isolation() != Isolation.SESSION
        || (relay.server().start() instanceof Start.Url && all.upstream().replay().isModern());
  }

  private @Nullable Audience ofTenant(Tenant first) {
    Place place;
    lock.lock();
    try {
      var tenant = first;
      var known = tenancies.get(tenant);
      while (known != null && tenant.outlivesConversations() && known.clients > 0) {
        tenant = tenant.next();
        known = tenancies.get(tenant);
      }
      place = known == null ? openLocked(tenant) : new Place(known, false, null);
      if (place == null) {
        return null;
      }
      occupyLocked(tenant, place.tenancy());
    } finally {
      lock.unlock();
    }
    return place.entered();
  }

  /** Where a client belongs, and what is to be done for it outside the lock. */
  private record Place(Tenancy tenancy, boolean isNew, @Nullable Audience displaced) {
    Audience entered() {
      if (displaced != null) {
        displaced.upstream().closeLater(Grace.normal());
      }
      if (isNew) {
        tenancy.audience.upstream().start();
      }
      return tenancy.audience;
    }
  }

  @GuardedBy("lock") private @Nullable Place openLocked(Tenant tenant) {
    if (closed) {
      return null;
    }
    Audience displaced = null;
    if (tenancies.size() >= MOST) {
      displaced = displaceLocked();
      if (displaced == null) {
        return null;
      }
    }
    var made = new Tenancy(audience(Introductions.forClients(tenant.capabilities()), tenant));
    tenancies.put(tenant, made);
    return new Place(made, true, displaced);
  }

  /** It stays for a while without a client. */
  @GuardedBy("lock") private void restLocked(Tenant tenant, Tenancy resting) {
    resting.end = relay.time().after(IDLE, () -> end(tenant, resting.audience));
    idle.put(tenant, resting);
  }

  /** {@return whoever was idle longest, now without a place; null if nobody is idle} */
  @GuardedBy("lock") private @Nullable Audience displaceLocked() {
    var longest = idle.pollFirstEntry();
    if (longest == null) {
      return null;
    }
    var tenancy = longest.getValue();
    tenancies.remove(longest.getKey());
    if (tenancy.end != null) {
      tenancy.end.close();
    }
    return tenancy.audience;
  }

  /** A request stays though its conversation is over: nobody else may have its upstream. */
  void stay(Audience audience) {
    lock.lock();
    try {
      var tenant = audience.tenant();
      var known = tenant == null ? null : tenancies.get(tenant);
      if (tenant != null && known != null && known.audience == audience) {
        occupyLocked(tenant, known);
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void occupyLocked(Tenant tenant, Tenancy tenancy) {
    tenancy.clients++;
    if (tenancy.end != null) {
      tenancy.end.close();
      tenancy.end = null;
      idle.remove(tenant);
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
        restLocked(tenant, known);
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
      idle.remove(tenant);
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
      for (var tenancy : tenancies.values()) {
        if (tenancy.end != null) {
          tenancy.end.close();
        }
      }
    } finally {
      lock.unlock();
    }
    var left = audiences();
    for (var one : left) {
      one.upstream().closeLater(grace);
    }
    for (var one : left) {
      one.upstream().close(grace);
    }
  }
}
