package dev.belay.core.job;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how long calls of a tool take, from how long earlier ones took (S2-15, S2-20).
 *
 * <p>Calls with arguments of the same shape are compared with each other where enough of them have
 * ended, else with all calls of the tool; before that counts what is declared. Of {@link #MOST}
 * kinds, those that were not used for longest give way to others.
 *
 * <p>Concurrency: safe for use by many threads. Calls of different kinds share no lock, and a call
 * of a kind whose runs were all short takes none to begin.
 */
public final class Estimator {
  /** How many kinds are remembered. */
  public static final int MOST = 2_000;

  /** How many of them give way at once, so that each new kind is cheap. */
  private static final int SOME = MOST / 10;

  /** At this share of runs beyond a moment a call is not expected to end before it. */
  private static final double HARDLY_ANY = 0.9;

  private final Map<Kind, History> kinds = new ConcurrentHashMap<>();
  private final ReentrantLock growth = new ReentrantLock();

  /** Counts new kinds, so that it tells when a kind was last used. */
  private final AtomicLong age = new AtomicLong();

  /**
   * Calls that are compared with each other.
   *
   * @param server the server that has the tool; null for a tool of this program
   * @param shape a digest of the shape of their arguments; 0 for all calls of the tool
   */
  public record Kind(@Nullable String server, String tool, long shape) {
    /** {@return the kind of a call whose arguments have that shape} */
    public static Kind of(CallInfo call, long shape) {
      return new Kind(call.upstream(), call.tool(), shape);
    }

    private Kind ofTool() {
      return shape == 0 ? this : new Kind(server, tool, 0);
    }
  }

  /**
   * What is known of a call before it runs.
   *
   * @param shape the shape of its arguments, as {@link Kind} has it
   * @param declared how long its author or the configuration expects it to take in all; null where
   *     neither says
   */
  public record Expected(long shape, @Nullable Duration declared) {
    /** Nothing. */
    public static final Expected NOTHING = new Expected(0, null);
  }

  /**
   * The time that a call may still take.
   *
   * @param half half of the runs that took as long as this call has taken ended within it
   * @param most nine in ten did; null where too few runs are known, or too many were cut short
   * @param runs how many runs it is based on; 0 where it is what is declared
   */
  public record Estimate(Duration half, @Nullable Duration most, int runs) {}

  /**
   * What jobs were estimated to take, against what they took.
   *
   * @param jobs how many have ended for which half was estimated
   * @param withinHalf how many of them ended within it
   * @param tails for how many of them most was estimated, too
   * @param withinMost how many of those ended within that
   */
  public record Calibration(int jobs, int withinHalf, int tails, int withinMost) {
    private static final Calibration NONE = new Calibration(0, 0, 0, 0);

    private Calibration with(Estimate estimate, Duration left, boolean isCut) {
      // A job that was cut short within an estimate tells nothing of it.
      boolean isInHalf = left.compareTo(estimate.half) <= 0;
      var most = estimate.most;
      boolean isInMost = most != null && left.compareTo(most) <= 0;
      boolean isHalfKnown = !(isCut && isInHalf);
      boolean isMostKnown = most != null && !(isCut && isInMost);
      return new Calibration(
          jobs + (isHalfKnown ? 1 : 0),
          withinHalf + (isHalfKnown && isInHalf ? 1 : 0),
          tails + (isMostKnown ? 1 : 0),
          withinMost + (isMostKnown && isInMost ? 1 : 0));
    }
  }

  /**
   * What is known of the calls of one tool.
   *
   * @param estimate for a call that begins; null where too few have ended
   * @param calibration of the jobs of this program
   */
  public record Learned(
      Kind kind, int runs, @Nullable Estimate estimate, Calibration calibration) {}

  /**
   * Runs of one kind, to be stored.
   *
   * @param runs in a form that only this class reads
   */
  @SuppressWarnings("ArrayRecordComponent") // Stored and read, never compared.
  public record Known(Kind kind, byte[] runs) {
    /** {@return these runs, and those before them; unreadable ones count as none} */
    public Known after(byte[] earlier) {
      var before = RunHistory.of(earlier);
      var all = RunHistory.of(runs);
      if (before == null || all == null) {
        return this;
      }
      all.addEarlier(before);
      return new Known(kind, all.bytes());
    }
  }

  /** The runs of one kind. */
  private static final class History {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final RunHistory all = new RunHistory();

    /** Those of them that were not given out to be stored. */
    @GuardedBy("lock") private @Nullable RunHistory fresh;

    @GuardedBy("lock") private Calibration calibration = Calibration.NONE;

    /** Whether there are enough to tell of others, and the bucket of the longest. */
    private volatile boolean isEnough;

    private volatile int longest;
    private volatile long used;

    void add(Duration ran, boolean isCut) {
      lock.lock();
      try {
        all.add(ran, isCut);
        if (fresh == null) {
          fresh = new RunHistory();
        }
        fresh.add(ran, isCut);
        notedLocked(RunHistory.bucket(ran));
      } finally {
        lock.unlock();
      }
    }

    void addEarlier(RunHistory earlier, boolean isStored) {
      lock.lock();
      try {
        if (isStored) {
          all.addEarlier(earlier);
          notedLocked(earlier.longest());
        } else if (fresh == null) {
          fresh = earlier;
        } else {
          fresh.addEarlier(earlier);
        }
      } finally {
        lock.unlock();
      }
    }

    @GuardedBy("lock") private void notedLocked(int bucket) {
      if (bucket > longest) {
        longest = bucket;
      }
      isEnough = all.runs() >= RunHistory.FEWEST;
    }

    byte @Nullable [] takeFresh() {
      lock.lock();
      try {
        var taken = fresh;
        fresh = null;
        return taken == null ? null : taken.bytes();
      } finally {
        lock.unlock();
      }
    }

    void judge(Estimate estimate, Duration left, boolean isCut) {
      lock.lock();
      try {
        calibration = calibration.with(estimate, left, isCut);
      } finally {
        lock.unlock();
      }
    }

    Learned learned(Kind kind) {
      lock.lock();
      try {
        var estimate = isEnough ? all.estimate(Duration.ZERO) : null;
        return new Learned(kind, all.runs(), estimate, calibration);
      } finally {
        lock.unlock();
      }
    }

    @Nullable Estimate estimate(Duration elapsed) {
      lock.lock();
      try {
        return all.estimate(elapsed);
      } finally {
        lock.unlock();
      }
    }

    boolean isLongerThan(Duration time) {
      if (longest < RunHistory.bucket(time)) {
        return false;
      }
      lock.lock();
      try {
        return all.survival(time) >= HARDLY_ANY;
      } finally {
        lock.unlock();
      }
    }
  }

  /** Creates an estimator that knows no run. */
  public Estimator() {}

  /** Adds a call that has ended: one that failed or was refused says nothing of the next one. */
  public void learn(Call call, Kind kind, Outcome outcome) {
    switch (outcome) {
      case Outcome.Completed _ -> learn(kind, call.elapsed(), false);
      case Outcome.TimedOut _, Outcome.Cancelled _ -> learn(kind, call.elapsed(), true);
      case Outcome.Failed _, Outcome.Refused _ -> {}
    }
  }

  /**
   * Adds a run.
   *
   * @param isCut whether a limit or a cancellation ended it
   */
  public void learn(Kind kind, Duration ran, boolean isCut) {
    known(kind).add(ran, isCut);
    if (kind.shape != 0) {
      known(kind.ofTool()).add(ran, isCut);
    }
  }

  private History known(Kind kind) {
    var known = used(kind);
    if (known != null) {
      return known;
    }
    growth.lock();
    try {
      if (kinds.size() >= MOST) {
        forgetSome();
      }
      var made = kinds.computeIfAbsent(kind, _ -> new History());
      made.used = age.incrementAndGet();
      return made;
    } finally {
      growth.unlock();
    }
  }

  private void forgetSome() {
    // Read once: others use them meanwhile.
    var used = new ArrayList<Map.Entry<Kind, Long>>();
    kinds.forEach((kind, history) -> used.add(Map.entry(kind, history.used)));
    used.sort(Map.Entry.comparingByValue());
    used.stream().limit(SOME).forEach(old -> kinds.remove(old.getKey()));
  }

  private @Nullable History used(Kind kind) {
    var known = kinds.get(kind);
    long now = age.get();
    if (known != null && known.used != now) {
      known.used = now;
    }
    return known;
  }

  /** {@return the runs to go by; null where there are too few} */
  private @Nullable History enough(Kind kind) {
    var ofTool = used(kind.ofTool());
    var ofShape = kind.shape == 0 ? null : used(kind);
    if (ofShape != null && ofShape.isEnough) {
      return ofShape;
    }
    return ofTool != null && ofTool.isEnough ? ofTool : null;
  }

  /**
   * {@return how much longer a call takes; null where that is not known}
   *
   * @param elapsed how long it has taken
   * @param declared as {@link Expected} has it
   */
  public @Nullable Estimate estimate(Kind kind, Duration elapsed, @Nullable Duration declared) {
    var history = enough(kind);
    if (history != null) {
      return history.estimate(elapsed);
    }
    if (declared == null) {
      return null;
    }
    var left = declared.minus(elapsed);
    return left.isPositive() ? new Estimate(left, null, 0) : null;
  }

  /** {@return whether nine in ten such calls take longer than that} */
  public boolean isLongerThan(Duration time, Kind kind, @Nullable Duration declared) {
    var history = enough(kind);
    return history == null
        ? declared != null && declared.compareTo(time) > 0
        : history.isLongerThan(time);
  }

  /**
   * Compares an estimate with what came of it.
   *
   * @param left how long the call ran after the estimate
   * @param isCut whether a limit or a cancellation ended it
   */
  void judge(Kind kind, Estimate estimate, Duration left, boolean isCut) {
    known(kind.ofTool()).judge(estimate, left, isCut);
  }

  /** {@return what is known of each tool} */
  public List<Learned> tools() {
    var all = new ArrayList<Learned>();
    kinds.forEach((kind, history) -> {
      if (kind.shape == 0) {
        all.add(history.learned(kind));
      }
    });
    return all;
  }

  /** {@return the runs that were added and not given out here yet} */
  public List<Known> takeFresh() {
    var all = new ArrayList<Known>();
    kinds.forEach((kind, history) -> {
      var fresh = history.takeFresh();
      if (fresh != null) {
        all.add(new Known(kind, fresh));
      }
    });
    return all;
  }

  /** Takes back what could not be stored. */
  public void giveBack(List<Known> fresh) {
    fresh.forEach(one -> addEarlier(one, /* isStored= */ false));
  }

  /** Adds runs that were stored, and came before all that are known here. */
  public void recall(List<Known> stored) {
    stored.forEach(one -> addEarlier(one, /* isStored= */ true));
  }

  private void addEarlier(Known one, boolean isStored) {
    var runs = RunHistory.of(one.runs);
    if (runs != null) {
      known(one.kind).addEarlier(runs, isStored);
    }
  }
}
