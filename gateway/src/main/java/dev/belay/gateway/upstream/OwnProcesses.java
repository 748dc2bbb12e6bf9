package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.share.FairQueue;
import dev.belay.core.time.Time;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A bounded pool of processes for one call each ({@code isolation: call}), idle spares included,
 * shared by principals.
 *
 * <p>A call acquires a place, which is shared fairly among principals, then a process: a spare, or
 * room to start one. A call holds its place until its process is gone; room is taken by every
 * process, also by spares and by those that end.
 *
 * <p>Spares are started and opened in advance, so that a call need not wait for a start (C34). Each
 * call triggers the next spare when it has ended or has run for {@link #AFTER}, not at its
 * beginning, where both would compete for the processors. Spares are ended after {@link #IDLE}
 * without a call. A spare that ends by itself, or cannot be started, is replaced at the pace of
 * {@link RestartPolicy}.
 *
 * <p>Concurrency: {@code lock} guards all state; nothing is started, ended or sent under it.
 *
 * <p>Longer than other files: places, room and spares change together, under that lock.
 */
final class OwnProcesses {
  /** The maximum number of processes, half of them for a single principal; further calls wait. */
  static final int MOST = 64;

  static final Duration IDLE = Duration.ofMinutes(10);

  /** The delay before a running call triggers a spare; most calls have ended by then. */
  static final Duration AFTER = Duration.ofMillis(100);

  /** The explanation for a call that waited in vain. */
  static final String WAITING =
      " At most "
          + MOST
          + " calls at once have a process of their own (isolation: call), of one principal as many"
          + " as remain free; others wait for them.";

  private final Upstream upstream;
  private final ReentrantLock lock = new ReentrantLock();

  /** The places of calls, distributed fairly among principals. */
  @GuardedBy("lock") private final FairQueue<Waiting> places = new FairQueue<>(MOST);

  /** Calls that have a place and wait for a process. */
  @GuardedBy("lock") private final Deque<Waiting> placed = new ArrayDeque<>();

  /** How many more processes may be started. */
  @GuardedBy("lock") private int room = MOST;

  @GuardedBy("lock") private final Deque<Spare> ready = new ArrayDeque<>();

  /** True while a spare is being started, or is due after a pause. */
  @GuardedBy("lock") private boolean making;

  @GuardedBy("lock") private final RestartPolicy policy = new RestartPolicy();

  @GuardedBy("lock") private Time.@Nullable Timer pause;

  @GuardedBy("lock") private long lastCall;

  /** Ends the spares of an idle server; null if there was no recent call. */
  @GuardedBy("lock") private Time.@Nullable Timer idle;

  @GuardedBy("lock") private boolean closed;

  /** The restart since which a process must have been started to be of use. */
  @GuardedBy("lock") private int since;

  /**
   * A call that waits.
   *
   * @param turn completes with a spare, or empty with room to start a process
   */
  private record Waiting(String principal, CompletableFuture<Optional<UpstreamConnection>> turn) {}

  /**
   * A process that waits for a call.
   *
   * @param told the version of the snapshot that it was opened with
   */
  private record Spare(UpstreamConnection link, int told) {}

  OwnProcesses(Upstream upstream) {
    this.upstream = upstream;
  }

  /** {@return a lease on a process that is ready for one call of the principal} */
  Lease lease(String principal) throws InterruptedException, Unavailable {
    var spare = await(waiting(principal));
    boolean leased = false;
    try {
      var link = spare.isPresent() ? spare.get() : open();
      var lease = Lease.exclusive(upstream, link, called());
      leased = true;
      var _ = link.gone().thenRun(() -> giveBack(principal, 0));
      return lease;
    } finally {
      if (!leased) {
        giveBack(principal, 0);
      }
    }
  }

  private Waiting waiting(String principal) throws Unavailable {
    var call = new Waiting(principal, new CompletableFuture<>());
    List<UpstreamConnection> stale;
    lock.lock();
    try {
      if (closed) {
        throw new Unavailable(LifeCycle.ENDING);
      }
      places.add(principal, call);
      stale = admitLocked();
    } finally {
      lock.unlock();
    }
    stale.forEach(this::leave);
    return call;
  }

  private Optional<UpstreamConnection> await(Waiting call)
      throws InterruptedException, Unavailable {
    try {
      return call.turn().get();
    } catch (InterruptedException e) {
      giveUp(call);
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Unavailable why ? why : new Unavailable(String.valueOf(e));
    }
  }

  private void giveUp(Waiting call) {
    Optional<UpstreamConnection> given = Optional.empty();
    lock.lock();
    try {
      if (places.remove(call.principal(), call) || call.turn().isCompletedExceptionally()) {
        return;
      }
      if (!placed.remove(call)) {
        given = call.turn().join();
        room += given.isPresent() ? 0 : 1;
      }
    } finally {
      lock.unlock();
    }
    given.ifPresent(this::leave);
    giveBack(call.principal(), 0);
  }

  /**
   * Returns the place of a call of {@code principal}, unless null, and room for {@code processes}.
   */
  private void giveBack(@Nullable String principal, int processes) {
    List<UpstreamConnection> stale;
    lock.lock();
    try {
      if (principal != null) {
        places.give(principal);
      }
      room += processes;
      stale = admitLocked();
    } finally {
      lock.unlock();
    }
    stale.forEach(this::leave);
  }

  /**
   * Assigns places and processes to the next calls in line.
   *
   * @return stale spares, for the caller to end
   */
  @GuardedBy("lock") private List<UpstreamConnection> admitLocked() {
    // If the principal with the fewest places may have no more, no other may.
    while (!places.isEmpty() && places.take(places.first().principal())) {
      var next = places.first();
      var _ = places.remove(next.principal(), next);
      placed.add(next);
    }
    var stale = new ArrayList<UpstreamConnection>();
    while (!placed.isEmpty() && (room > 0 || !ready.isEmpty())) {
      var spare = ready.pollFirst();
      if (spare == null) {
        room--;
        placed.remove().turn().complete(Optional.empty());
      } else if (isOfUseLocked(spare)) {
        placed.remove().turn().complete(Optional.of(spare.link()));
      } else {
        stale.add(spare.link());
      }
    }
    return stale;
  }

  @GuardedBy("lock") private boolean isOfUseLocked(Spare spare) {
    var server = upstream.server();
    return !spare.link().isLost()
        && spare.link().restart().number() >= since
        && spare.link().server().equals(server)
        && spare.told() == server.snapshot().number();
  }

  /** Starts and opens a process, for which room was taken. */
  private UpstreamConnection open() throws InterruptedException, Unavailable {
    var link = spawn();
    boolean opened = false;
    try {
      upstream.restore().perform(link);
      opened = true;
      return link;
    } finally {
      if (!opened) {
        leave(link);
      }
    }
  }

  private UpstreamConnection spawn() throws Unavailable {
    boolean started = false;
    try {
      var link = upstream.spawn(upstream.server());
      started = true;
      var _ = link.gone().thenRun(() -> giveBack(null, 1));
      return link;
    } finally {
      if (!started) {
        giveBack(null, 1);
      }
    }
  }

  /** Ends a process that no call needs. */
  private void leave(UpstreamConnection link) {
    upstream.retire(link, new Loss(Loss.Kind.STOPPED, "It was not needed."), Grace.none());
  }

  /**
   * Schedules a spare for the next call.
   *
   * @return an action to run when this call has ended
   */
  private Runnable called() {
    if (most() == 0) {
      return () -> {};
    }
    var time = upstream.server().time();
    long now = time.nanos();
    lock.lock();
    try {
      lastCall = now;
      if (idle == null && !closed) {
        idle = time.after(IDLE, this::endIfIdle);
      }
    } finally {
      lock.unlock();
    }
    var isDue = new AtomicBoolean(true);
    Runnable refill =
        () -> {
          if (isDue.getAndSet(false)) {
            make();
          }
        };
    var timer = time.after(AFTER, refill);
    return () -> {
      timer.close();
      refill.run();
    };
  }

  /** Starts one more spare, if it is wanted and there is room. */
  private void make() {
    lock.lock();
    try {
      if (making || !isWantedLocked() || room == 0) {
        return;
      }
      making = true;
      room--;
    } finally {
      lock.unlock();
    }
    upstream.server().background("spare", this::start);
  }

  @GuardedBy("lock") private boolean isWantedLocked() {
    return !closed && idle != null && ready.size() < most();
  }

  private void start() throws InterruptedException {
    Spare spare = null;
    int told = upstream.snapshot().number();
    try {
      spare = new Spare(open(), told);
    } catch (Unavailable _) {
      // The next start may succeed.
    } finally {
      made(spare);
    }
  }

  /** A start is over: with a spare, or with null if it failed. */
  private void made(@Nullable Spare spare) {
    var left = new ArrayList<UpstreamConnection>();
    boolean isNextWanted;
    lock.lock();
    try {
      making = false;
      if (spare == null) {
        failedLocked();
      } else if (isOfUseLocked(spare) && (isWantedLocked() || !placed.isEmpty())) {
        ready.add(spare);
        left.addAll(admitLocked());
      } else {
        left.add(spare.link());
      }
      // Judged here: a call that takes the spare from now on triggers the next one itself.
      isNextWanted = isWantedLocked();
    } finally {
      lock.unlock();
    }
    left.forEach(this::leave);
    if (spare != null) {
      var _ = spare.link().gone().thenRun(() -> ended(spare));
    }
    if (isNextWanted) {
      make();
    }
  }

  private void ended(Spare spare) {
    lock.lock();
    try {
      if (ready.remove(spare)) {
        failedLocked();
      }
    } finally {
      lock.unlock();
    }
    make();
  }

  /** Schedules the next start, if the policy demands a pause. */
  @GuardedBy("lock") private void failedLocked() {
    var time = upstream.server().time();
    var wait =
        switch (policy.crashed(time.nanos())) {
          case RestartPolicy.Verdict.Again(Duration next) -> next;
          case RestartPolicy.Verdict.StayDown(Duration next) -> next;
        };
    if (!wait.isZero() && !making && isWantedLocked()) {
      making = true;
      pause = time.after(wait, this::pauseOver);
    }
  }

  private void pauseOver() {
    lock.lock();
    try {
      making = false;
    } finally {
      lock.unlock();
    }
    make();
  }

  private void endIfIdle() {
    var left = new ArrayList<UpstreamConnection>();
    lock.lock();
    try {
      if (closed) {
        return;
      }
      var time = upstream.server().time();
      var rest = IDLE.minusNanos(time.nanos() - lastCall);
      if (rest.isPositive()) {
        idle = time.after(rest, this::endIfIdle);
      } else {
        idle = null;
        ready.forEach(spare -> left.add(spare.link()));
        ready.clear();
      }
    } finally {
      lock.unlock();
    }
    left.forEach(this::leave);
  }

  /** Ends the spares: the next calls are to have processes of that restart, or a later one. */
  void discardBefore(int restart) {
    List<UpstreamConnection> left;
    lock.lock();
    try {
      since = restart;
      left = ready.stream().map(Spare::link).toList();
      ready.clear();
    } finally {
      lock.unlock();
    }
    left.forEach(this::leave);
  }

  private int most() {
    return upstream.server().settings().spares();
  }

  /** {@return how many calls wait for a place} */
  int waiting() {
    lock.lock();
    try {
      return places.size();
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether a call that has a place waits for a process} */
  boolean isShortOfRoom() {
    lock.lock();
    try {
      return !placed.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** {@return the spares that are ready, in the order in which calls get them} */
  List<UpstreamConnection> ready() {
    lock.lock();
    try {
      return ready.stream().map(Spare::link).toList();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Starts no more processes and refuses waiting calls; existing processes end with the other
   * connections of the upstream.
   */
  void close() {
    lock.lock();
    try {
      closed = true;
      ready.clear();
      if (idle != null) {
        idle.close();
      }
      if (pause != null) {
        pause.close();
      }
      for (var principal : places.owners()) {
        placed.addAll(places.removeAll(principal));
      }
      placed.forEach(call -> call.turn().completeExceptionally(new Unavailable(LifeCycle.ENDING)));
      placed.clear();
    } finally {
      lock.unlock();
    }
  }
}
