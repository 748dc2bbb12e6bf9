package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.config.Isolation;
import dev.belay.config.ServerSettings.EraPolicy;
import dev.belay.config.Start;
import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import dev.belay.gateway.translate.Introduction;
import dev.belay.gateway.upstream.OwnOpening;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.era.Era;
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
 * Assigns clients to upstreams: all clients share one, or under {@code isolation: session} those of
 * one {@link IsolationKey} do; a modern server at a URL holds no client's state, so all clients
 * share it.
 *
 * <p>A server that speaks both eras is used in each client's era, in which it may offer more:
 * legacy clients then share another connection than modern ones, or have one each. The modern era
 * is probed first, and the legacy one when its first client comes.
 *
 * <p>Isolated upstreams start with their first client and end with the last or soon after. They are
 * bounded, and distributed among principals (C38): if a principal may have no more, its longest
 * idle one makes room, else the longest idle of the principal that has most. If none is idle, or
 * that principal uses too many, its next client is refused. Concurrency: {@code lock} guards the
 * assignment; upstreams are created and ended outside it.
 *
 * <p>Longer than other files: a client's upstream depends on its era, its tenant and the server's
 * era at once, and all three may change under that one lock.
 */
final class UpstreamPool {
  static final int MOST = 1_000;

  /** The refusal of a client without an upstream. */
  static final String NONE_FREE =
      "No server of its own is free for this client: there are at most "
          + MOST
          + ", and one principal has at most as many as remain free. Try again later.";

  /** How long an upstream of modern clients is kept for the next of their requests. */
  static final Duration IDLE = Duration.ofMinutes(1);

  private final Relay relay;
  private final UpstreamSource source;
  private final PooledUpstream all;

  /**
   * Shared by legacy clients of a server that also speaks the modern era; null before the first.
   */
  private volatile @Nullable PooledUpstream legacy;

  /** Whether the server has proved to speak the modern era alone. */
  private volatile boolean isModernAlone;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<IsolationKey, Tenancy> tenancies = new HashMap<>();

  /** The shares of tenancies by principal. */
  @GuardedBy("lock") private final Shares places = new Shares(MOST);

  /** The tenancies that wait for the next request, the longest idle first. */
  @GuardedBy("lock") private final SequencedMap<IsolationKey, Tenancy> idle = new LinkedHashMap<>();

  /** The number of requests by upstream that outlive their conversations. */
  @GuardedBy("lock") private final Map<PooledUpstream, Integer> staying = new HashMap<>();

  @GuardedBy("lock") private boolean closed;

  /** Ends the legacy upstream of a server that speaks the modern era alone. */
  @GuardedBy("lock") private Time.@Nullable Timer unused;

  private static final class Tenancy {
    final PooledUpstream audience;
    int clients;
    Time.@Nullable Timer end;

    Tenancy(PooledUpstream audience) {
      this.audience = audience;
    }

    /** Clients that only listen do not take it, since a server asks them no questions. */
    boolean isTaken() {
      return clients > audience.sessions().stream().filter(ClientSession::onlyListens).count();
    }
  }

  /** Starts nothing yet. */
  UpstreamPool(Relay relay, UpstreamSource source) {
    this.relay = relay;
    this.source = source;
    boolean isOpenedByClient =
        relay.sharing() == Sharing.ONE_CLIENT && relay.server().era() == EraPolicy.AUTO;
    all = audience(isOpenedByClient ? null : opening(Introductions.ITSELF, Era.MODERN), null);
  }

  /** Starts the upstream that all clients share. */
  void start() {
    // If each tenant has a process, a shared one has no use; a URL needs it to find the era.
    if (isForAll() || relay.server().start() instanceof Start.Url) {
      all.upstream().start();
    }
  }

  private OwnOpening opening(Introduction clients, Era era) {
    return Introductions.opening(clients, relay.server().era(), era);
  }

  private PooledUpstream audience(@Nullable OwnOpening opening, @Nullable IsolationKey tenant) {
    return new PooledUpstream(relay, listener -> source.open(listener, opening), tenant);
  }

  /**
   * Returns the upstream of a client that has introduced itself; null if there are too many.
   *
   * @param request its request, which may resume a running one; null for no request
   */
  @Nullable PooledUpstream of(ClientSession client, @Nullable Envelope request) {
    var running = request == null ? null : client.running(request);
    if (running != null) {
      var found = running.session().audience();
      occupy(found);
      return found;
    }
    all.upstream().lookAgain();
    boolean isLegacyOfBoth = !client.isModern() && speaksBoth();
    if (!isForAll() || (isLegacyOfBoth && relay.server().isolation() == Isolation.SESSION)) {
      boolean listens = request != null && ClientSession.isSubscription(request);
      return ofTenant(IsolationKey.of(client), listens);
    }
    return isLegacyOfBoth ? ofLegacy() : all;
  }

  /**
   * {@return whether a client shares a server that has proved to keep sessions, or to speak its era
   * as well; or has one that was opened for its era and does not speak it}
   */
  boolean isOutgrown(ClientSession client, PooledUpstream present) {
    if (present == all) {
      return !isForAll() || (!client.isModern() && speaksBoth());
    }
    if (!client.isModern() && all.upstream().snapshot().isModern() && isOfNoUse(present)) {
      isModernAlone = true;
    }
    return isModernAlone && isForAll();
  }

  /** True if the upstream opened for the legacy era speaks the modern one, or cannot run twice. */
  private boolean isOfNoUse(PooledUpstream present) {
    var upstream = present.upstream();
    var era = upstream.snapshot().era();
    return era == Era.MODERN || (present == legacy && era == null && upstream.trouble() != null);
  }

  /** True also before it is known whether it speaks the legacy era. */
  private boolean speaksBoth() {
    return relay.sharing() == Sharing.MANY_CLIENTS
        && relay.server().era() == EraPolicy.AUTO
        && !(relay.server().start() instanceof Start.Native)
        && all.upstream().snapshot().isModern()
        && !isModernAlone;
  }

  /** {@return whether it is the upstream that legacy clients share} */
  boolean isOfLegacy(PooledUpstream audience) {
    return audience == legacy;
  }

  private PooledUpstream ofLegacy() {
    PooledUpstream made;
    lock.lock();
    try {
      var known = legacy;
      if (known != null || closed) {
        return known == null ? all : known;
      }
      made = audience(opening(Introductions.ITSELF, Era.LEGACY), null);
      legacy = made;
    } finally {
      lock.unlock();
    }
    made.upstream().start();
    return made;
  }

  /** {@return the upstream of all clients without an isolated one} */
  PooledUpstream forAll() {
    return all;
  }

  boolean isForAll() {
    return relay.sharing() == Sharing.ONE_CLIENT
        || relay.server().isolation() != Isolation.SESSION
        || (relay.server().start() instanceof Start.Url && all.upstream().snapshot().isModern());
  }

  /**
   * Returns a tenant's upstream, or a further one while that is taken.
   *
   * @param listens whether its client only listens, and so joins the upstream of its calls
   */
  private @Nullable PooledUpstream ofTenant(IsolationKey first, boolean listens) {
    Place place;
    lock.lock();
    try {
      var tenant = first;
      var known = tenancies.get(tenant);
      while (known != null && !listens && tenant.outlivesConversations() && known.isTaken()) {
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

  /** The tenancy of a client, and its effects outside the lock. */
  private record Place(Tenancy tenancy, boolean isNew, @Nullable PooledUpstream displaced) {
    PooledUpstream entered() {
      if (displaced != null) {
        displaced.upstream().closeLater(Grace.normal());
      }
      if (isNew) {
        tenancy.audience.upstream().start();
      }
      return tenancy.audience;
    }
  }

  @GuardedBy("lock") private @Nullable Place openLocked(IsolationKey tenant) {
    if (closed) {
      return null;
    }
    PooledUpstream displaced = null;
    if (!places.take(tenant.principal(), 1)) {
      displaced = displaceLocked(tenant.principal());
      if (displaced == null) {
        return null;
      }
    }
    var era = tenant.outlivesConversations() ? Era.MODERN : Era.LEGACY;
    var made = new Tenancy(audience(opening(tenant.introduction(), era), tenant));
    tenancies.put(tenant, made);
    return new Place(made, true, displaced);
  }

  /** Keeps a tenancy without a client for a while. */
  @GuardedBy("lock") private void restLocked(IsolationKey tenant, Tenancy resting) {
    resting.end = relay.time().after(IDLE, () -> end(tenant, resting.audience));
    idle.put(tenant, resting);
  }

  /** {@return an idle upstream whose place has passed to the principal; null if none makes room} */
  @GuardedBy("lock") private @Nullable PooledUpstream displaceLocked(String principal) {
    var tenant = idleLocked(principal);
    if (tenant == null
        || (!tenant.principal().equals(principal) && !mayDisplaceLocked(principal))) {
      return null;
    }
    idle.remove(tenant);
    var tenancy = tenancies.remove(tenant);
    if (tenancy == null) {
      return null;
    }
    if (tenancy.end != null) {
      tenancy.end.close();
    }
    places.pass(tenant.principal(), principal, 1);
    return tenancy.audience;
  }

  /**
   * {@return the longest idle tenancy: of the principal, else of the one that has most; null if
   * none is idle}
   */
  @GuardedBy("lock") private @Nullable IsolationKey idleLocked(String principal) {
    IsolationKey found = null;
    for (var tenant : idle.keySet()) {
      var of = tenant.principal();
      if (of.equals(principal)) {
        return tenant;
      }
      if (found == null || places.held(of) > places.held(found.principal())) {
        found = tenant;
      }
    }
    return found;
  }

  /**
   * The rule of {@link Shares}, with idle tenancies counted as free: the principal's are all in
   * use.
   */
  @GuardedBy("lock") private boolean mayDisplaceLocked(String principal) {
    long mine = places.held(principal);
    int inUse = tenancies.size() - idle.size();
    return mine == 0 || mine + 1 + inUse + 1 <= MOST;
  }

  /** A request stays after the end of its conversation: its upstream remains its own. */
  void stay(PooledUpstream audience) {
    occupy(audience);
    lock.lock();
    try {
      staying.merge(audience, 1, Integer::sum);
    } finally {
      lock.unlock();
    }
  }

  private void occupy(PooledUpstream audience) {
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

  /** A request that outlived its conversation has ended. */
  void stayed(PooledUpstream audience) {
    lock.lock();
    try {
      staying.computeIfPresent(audience, (_, count) -> count == 1 ? null : count - 1);
    } finally {
      lock.unlock();
    }
    left(audience);
  }

  @GuardedBy("lock") private void occupyLocked(IsolationKey tenant, Tenancy tenancy) {
    tenancy.clients++;
    if (tenancy.end != null) {
      tenancy.end.close();
      tenancy.end = null;
      idle.remove(tenant);
    }
  }

  /** A client has left. */
  void left(PooledUpstream audience) {
    var tenant = audience.tenant();
    if (tenant == null) {
      endIfOfNoUse(audience);
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

  /** Delayed: a request sent just before its client moved may still be on its way. */
  private void endIfOfNoUse(PooledUpstream audience) {
    lock.lock();
    try {
      if (audience == legacy
          && isModernAlone
          && unused == null
          && !closed
          && audience.sessions().isEmpty()
          && !staying.containsKey(audience)) {
        unused = relay.time().after(IDLE, () -> audience.upstream().closeLater(Grace.normal()));
      }
    } finally {
      lock.unlock();
    }
  }

  private void end(IsolationKey tenant, PooledUpstream audience) {
    lock.lock();
    try {
      var known = tenancies.get(tenant);
      if (known == null || known.audience != audience || known.clients > 0) {
        // Races with a client that came just before.
        return;
      }
      tenancies.remove(tenant);
      idle.remove(tenant);
      places.give(tenant.principal(), 1);
    } finally {
      lock.unlock();
    }
    audience.upstream().closeLater(Grace.normal());
  }

  @Nullable String trouble() {
    return all.upstream().trouble();
  }

  /** {@return every upstream, for health and for the end} */
  List<PooledUpstream> audiences() {
    lock.lock();
    try {
      var audiences = new ArrayList<PooledUpstream>();
      audiences.add(all);
      if (legacy != null) {
        audiences.add(legacy);
      }
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
      if (unused != null) {
        unused.close();
      }
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
