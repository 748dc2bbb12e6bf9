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
 * Which calls the processes of one server belong to, and what that means for each process (C34).
 *
 * <p>A process belongs to the calls that were under way when it was born, or to those of its
 * ancestor: what was seen as a descendant stays one, whatever its parents do later, and an orphan
 * that nobody has seen before may be of any process that is gone since the last look. A call that
 * is being stopped is under way until its grace is over. A process is to be killed once all of them
 * were stopped; it stays if one of them completed, and is <em>left behind</em> if another was
 * stopped. What was born during no call is the server's own.
 *
 * <p>Bounded: of the calls that have ended the last are known, and of living processes all. To what
 * was first seen after a call of its time was forgotten, that call counts as completed.
 *
 * <p>Concurrency: {@code lock} guards all, also what is in a {@link Span}.
 */
final class ProcessOwnership {
  private static final int MOST = 1_024;

  private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();

  /** As many calls of one process are told. */
  private static final int MOST_TOLD = 32;

  private final ReentrantLock lock = new ReentrantLock();
  private final int most;

  @GuardedBy("lock") private final Set<Span> open = new HashSet<>();

  /** In the order of their ends. */
  @GuardedBy("lock") private final Deque<Span> ended = new ArrayDeque<>();

  /** Spans all calls that are forgotten; null while none is. */
  @GuardedBy("lock") private @Nullable Span forgotten;

  /** What was alive at the last look. */
  @GuardedBy("lock") private Map<TreeMember, Owned> owned = Map.of();

  /** Calls that have ended since the last look of that kind. */
  @GuardedBy("lock") private int unseen;

  @GuardedBy("lock") private long lastLook;

  /** The last reading that has begun; null before the first. */
  @GuardedBy("lock") private @Nullable CompletableFuture<List<Birth>> underWay;

  /** The reading that begins after it; null while that is not needed. */
  @GuardedBy("lock") private @Nullable CompletableFuture<List<Birth>> next;

  ProcessOwnership() {
    this(MOST);
  }

  /** Remembers so many of the calls that have ended. */
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

  /** A process that is left behind, and the calls that it belongs to, if not more than is told. */
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

    /** Its run is over: it has completed, unless it is being stopped. */
    void end(long now) {
      at.move(this, State.COMPLETED, now);
    }

    /** It is being stopped; the server has a grace for it, within which it is under way still. */
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

  /** {@return on whose behalf calls are under way that were not stopped} */
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
        // Also one that has just run to its end: what is born within the grace is its own still.
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
   * Takes note of what lives, as a reading that begins after this was called finds it. Calls at the
   * same time share a reading: one costs milliseconds, and thousands of clients may leave at once.
   *
   * @return what belongs to calls that were stopped, and to no other
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
      // Those who wait hear of a failure too.
      result.completeExceptionally(new IllegalStateException("no processes could be read"));
    }
  }

  /**
   * Takes note of what lives, which is all that it remembers of processes from now on.
   *
   * @return what belongs to calls that were stopped, and to no other
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
      }
      owned = now;
      return now.values().stream().filter(Owned::isDoomed).map(Owned::process).toList();
    } finally {
      lock.unlock();
    }
  }

  /** Finds the owners of a process, and of its ancestors first. */
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

  /** An orphan may come from any process that is gone since the last look. */
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

  /** {@return what was alive at the last look, and stays though a call of its own was stopped} */
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

  /** Those that were stopped come first. */
  private static List<CallInfo> told(Set<Span> calls) {
    return calls.stream()
        .sorted(Comparator.comparing((Span span) -> span.state).reversed())
        .map(span -> span.call)
        .filter(Objects::nonNull)
        .limit(MOST_TOLD)
        .toList();
  }

  /**
   * {@return whether to look before calls are forgotten during which something may have been born}
   *
   * <p>Asked when a call has ended; not often true, as a look costs milliseconds.
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
