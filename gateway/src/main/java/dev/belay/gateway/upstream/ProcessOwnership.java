package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.CallInfo;
import dev.belay.process.tree.Birth;
import dev.belay.process.tree.TreeMember;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Assigns the processes of one server to its calls, and derives which of them to kill (C34).
 *
 * <p>A process belongs to the calls that were running at its birth, or to those of its ancestor. An
 * observed descendant remains one, whatever happens to its parents, and a new orphan may descend
 * from any process that has gone since the last observation or ended during this one. A call that
 * is being stopped counts as running until its grace is over. A process is killed once all its
 * calls were stopped; it stays if one of them completed, and is <em>left behind</em> if another was
 * stopped. A process born during no call is the server's own.
 *
 * <p>Bounded: the last of the ended calls are kept, and all living processes. For a process first
 * observed after a call of its time was forgotten, that call counts as completed.
 *
 * <p>Concurrency: {@code lock} guards all state, also that of each {@link Span}.
 */
final class ProcessOwnership {
  private static final int MOST = 1_024;

  private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();

  /** The maximum number of calls reported for one process. */
  private static final int MOST_TOLD = 32;

  private final ReentrantLock lock = new ReentrantLock();
  private final int most;

  @GuardedBy("lock") private final Set<Span> open = new HashSet<>();

  /** In the order of their ends. */
  @GuardedBy("lock") private final Deque<Span> ended = new ArrayDeque<>();

  /** Covers all forgotten calls; null if there is none. */
  @GuardedBy("lock") private @Nullable Span forgotten;

  /** The processes alive at the last observation. */
  @GuardedBy("lock") private Map<TreeMember, Owned> owned = Map.of();

  /** Calls that have ended since {@link #isLookDue} last returned true. */
  @GuardedBy("lock") private int unseen;

  @GuardedBy("lock") private long lastLook;

  /** The last reading that has begun; null before the first. */
  @GuardedBy("lock") private @Nullable CompletableFuture<List<Birth>> underWay;

  /** The reading that begins after it; null while that is not needed. */
  @GuardedBy("lock") private @Nullable CompletableFuture<List<Birth>> next;

  ProcessOwnership() {
    this(MOST);
  }

  /** Keeps the last {@code most} ended calls. */
  ProcessOwnership(int most) {
    this.most = most;
  }

  private enum State {
    RUNNING,
    COMPLETED,
    /** Stopped, and within its grace. */
    STOPPING,
    STOPPED
  }

  /** A process left behind, and at most {@link #MOST_TOLD} of its calls. */
  record Survivor(Birth process, List<CallInfo> calls) {}

  private record Owned(Birth process, Set<Span> calls) {
    boolean isDoomed() {
      return !calls.isEmpty() && calls.stream().allMatch(call -> call.state == State.STOPPED);
    }

    boolean isLeftBehind() {
      return calls.stream().anyMatch(call -> call.state == State.STOPPED)
          && calls.stream().anyMatch(call -> call.state == State.COMPLETED);
    }
  }

  /** One call's time on the server. */
  static final class Span {
    private final ProcessOwnership at;
    private final @Nullable CallInfo call;
    private long from;
    private long to = Long.MAX_VALUE;
    private State state = State.RUNNING;

    private Span(ProcessOwnership at, @Nullable CallInfo call, long from) {
      this.at = at;
      this.call = call;
      this.from = from;
    }

    /** The run is over: the call has completed, unless it is being stopped. */
    void end(long now) {
      at.move(this, State.COMPLETED, now);
    }

    /** The call is being stopped, and counts as running within its grace. */
    void beginStop(long now) {
      at.move(this, State.STOPPING, now);
    }

    /** The grace is over, and with it the call. */
    void endStop(long now) {
      at.move(this, State.STOPPED, now);
    }

    private boolean overlaps(long start, long end) {
      return from <= end && start <= to;
    }
  }

  Span begin(CallInfo call, long now) {
    var span = new Span(this, call, now);
    lock.lock();
    try {
      open.add(span);
      return span;
    } finally {
      lock.unlock();
    }
  }

  /** {@return the principals of the calls that run and were not stopped} */
  Set<String> principals() {
    lock.lock();
    try {
      var principals = new HashSet<String>();
      for (var span : open) {
        var call = span.call;
        if (call != null && span.state == State.RUNNING) {
          principals.add(call.caller().principal());
        }
      }
      return principals;
    } finally {
      lock.unlock();
    }
  }

  private void move(Span span, State next, long now) {
    lock.lock();
    try {
      if (next.compareTo(span.state) <= 0) {
        return;
      }
      span.state = next;
      if (next == State.STOPPING) {
        // Includes a call whose run has just ended: processes born within the grace still belong to
        // it.
        var _ = ended.remove(span);
        span.to = Long.MAX_VALUE;
        open.add(span);
      } else if (open.remove(span)) {
        span.to = now;
        ended.addLast(span);
        if (ended.size() > most) {
          forget(ended.removeFirst());
        }
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void forget(Span span) {
    var all = forgotten;
    if (all == null) {
      all = new Span(this, /* call= */ null, span.from);
      all.to = span.to;
      all.state = State.COMPLETED;
      forgotten = all;
    }
    all.from = Math.min(all.from, span.from);
    all.to = Math.max(all.to, span.to);
  }

  /**
   * Observes the living processes, by a reading that begins after this call. Concurrent calls share
   * a reading: one costs milliseconds, and thousands of clients may leave at once.
   *
   * @return the processes whose calls were all stopped
   */
  List<Birth> look(Supplier<? extends Collection<Birth>> reading) {
    CompletableFuture<List<Birth>> mine = null;
    CompletableFuture<List<Birth>> before = null;
    CompletableFuture<List<Birth>> result;
    lock.lock();
    try {
      if (next == null) {
        before = underWay;
        mine = new CompletableFuture<>();
        next = mine;
      }
      result = next;
    } finally {
      lock.unlock();
    }
    if (mine != null) {
      if (before != null) {
        // However it ends.
        var _ = before.handle((_, _) -> true).join();
      }
      read(reading, mine);
    }
    return result.join();
  }

  private void read(
      Supplier<? extends Collection<Birth>> reading, CompletableFuture<List<Birth>> result) {
    lock.lock();
    try {
      underWay = result;
      next = null;
    } finally {
      lock.unlock();
    }
    try {
      result.complete(look(reading.get()));
    } finally {
      // Waiting calls get a failure too.
      result.completeExceptionally(new IllegalStateException("no processes could be read"));
    }
  }

  /**
   * Observes the living processes, and forgets all others.
   *
   * @return the processes whose calls were all stopped
   */
  List<Birth> look(Collection<Birth> living) {
    lock.lock();
    try {
      var present = new HashMap<Long, Birth>();
      living.forEach(process -> present.put(process.member().pid(), process));
      var lost = callsOfTheGone(living);
      var now = new HashMap<TreeMember, Owned>();
      for (var process : living) {
        settle(process, present, lost, now);
        if (process.hasEnded()) {
          // Read before its orphans, which are thus settled later.
          lost.addAll(Objects.requireNonNull(now.get(process.member())).calls);
        }
      }
      owned = now;
      return now.values().stream().filter(Owned::isDoomed).map(Owned::process).toList();
    } finally {
      lock.unlock();
    }
  }

  /** Determines the calls of a process, after those of its ancestors. */
  @GuardedBy("lock") private void settle(
      Birth process, Map<Long, Birth> present, Set<Span> lost, Map<TreeMember, Owned> now) {
    var line = new ArrayDeque<Birth>();
    var pids = new HashSet<Long>(); // rows of one reading may contradict each other
    for (var next = process;
        next != null && !now.containsKey(next.member()) && pids.add(next.member().pid());
        next = present.get(next.parent())) {
      line.push(next);
    }
    for (var next : line) {
      var before = owned.get(next.member());
      var calls = before == null ? owners(next, present, lost, now) : before.calls;
      now.put(next.member(), new Owned(next, calls));
    }
  }

  /** An orphan may descend from any process of {@code lost} calls, which is there no more. */
  @GuardedBy("lock") private Set<Span> owners(
      Birth process, Map<Long, Birth> present, Set<Span> lost, Map<TreeMember, Owned> now) {
    var parent = present.get(process.parent());
    var parents = parent == null ? null : now.get(parent.member());
    if (parents != null && !parents.calls.isEmpty()) {
      return parents.calls;
    }
    var calls = during(process);
    if (process.isOrphan()) {
      calls.addAll(lost);
    }
    return calls;
  }

  @GuardedBy("lock") private Set<Span> callsOfTheGone(Collection<Birth> living) {
    var gone = new HashMap<>(owned);
    living.forEach(process -> gone.remove(process.member()));
    var calls = new HashSet<Span>();
    gone.values().forEach(process -> calls.addAll(process.calls));
    return calls;
  }

  @GuardedBy("lock") private Set<Span> during(Birth process) {
    var calls = new HashSet<Span>();
    for (var spans : List.of(open, ended)) {
      for (var span : spans) {
        if (span.overlaps(process.from(), process.to())) {
          calls.add(span);
        }
      }
    }
    if (forgotten != null && forgotten.overlaps(process.from(), process.to())) {
      calls.add(forgotten);
    }
    return calls;
  }

  /** {@return the processes left behind at the last observation} */
  List<Survivor> leftBehind() {
    lock.lock();
    try {
      return owned.values().stream()
          .filter(Owned::isLeftBehind)
          .map(one -> new Survivor(one.process, told(one.calls)))
          .toList();
    } finally {
      lock.unlock();
    }
  }

  /** Stopped calls come first. */
  private static List<CallInfo> told(Set<Span> calls) {
    return calls.stream()
        .sorted(Comparator.comparing((Span span) -> span.state).reversed())
        .map(span -> span.call)
        .filter(Objects::nonNull)
        .limit(MOST_TOLD)
        .toList();
  }

  /**
   * {@return whether to observe now, before calls are forgotten that may own new processes}
   *
   * <p>Called when a call has ended; rarely true, since an observation takes milliseconds.
   */
  boolean isLookDue(long now) {
    lock.lock();
    try {
      if (open.isEmpty() || ++unseen < most / 2 || now - lastLook < PAUSE_NANOS) {
        return false;
      }
      lastLook = now;
      unseen = 0;
      return true;
    } finally {
      lock.unlock();
    }
  }
}
