package dev.belay.gateway.job;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.CallId;
import dev.belay.core.call.Outcome;
import dev.belay.core.time.Time;
import dev.belay.gateway.answer.AnswerKey;
import dev.belay.gateway.call.Handoff.Asked;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that clients were handed, by what they have called, so that a repeat of a call is known
 * as one: the same principal, server, tool and arguments, and for {@code local} over HTTP the same
 * client.
 *
 * <p>A job is known from its hand-off until its result was fetched, or until {@link #UNFETCHED}
 * after its end; one that was cancelled or refused until its end. Of those that have ended only
 * {@link #MOST_ENDED} are known. Longer params than {@link #LONGEST} are not compared.
 *
 * <p>Safe for use by many threads. Concurrency: a call that repeats nothing takes no lock, and its
 * arguments are read only where a job of the same tool is known. {@code lock} guards the fields
 * marked so, and each change of {@code tools}.
 */
final class Joins {
  static final Duration UNFETCHED = Duration.ofMinutes(2);
  static final int MOST_ENDED = 1_000;
  static final int LONGEST = 1 << 20;

  private final Time time;
  private final Map<Tool, Map<String, Known>> tools = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<CallId, Place> places = new HashMap<>();

  /** Those that have ended, the first to be forgotten first; some are forgotten already. */
  @GuardedBy("lock") private final Queue<Over> over = new ArrayDeque<>();

  private record Tool(String principal, @Nullable String client, String server, String tool) {
    static Tool of(Asked asked) {
      return new Tool(asked.principal(), asked.client().get(), asked.server(), asked.tool());
    }
  }

  private record Place(Tool tool, String arguments) {}

  /**
   * A job that a call repeats.
   *
   * @param hasFailed whether it has ended without a result
   */
  record Known(CallId id, boolean hasFailed) {}

  private record Over(CallId id, long until) {}

  Joins(Time time) {
    this.time = time;
  }

  private static @Nullable String arguments(Asked asked) {
    var params = asked.params().get();
    return params.length > LONGEST ? null : AnswerKey.arguments(params);
  }

  /** Knows a job, whose client hears of it next. */
  void begun(CallId id, Asked asked) {
    var arguments = arguments(asked);
    if (arguments == null) {
      return;
    }
    var tool = Tool.of(asked);
    lock.lock();
    try {
      forgetOldLocked();
      places.put(id, new Place(tool, arguments));
      tools
          .computeIfAbsent(tool, _ -> new ConcurrentHashMap<>())
          .put(arguments, new Known(id, false));
    } finally {
      lock.unlock();
    }
  }

  /** {@return the job that the call repeats; null for none} */
  @Nullable Known find(Asked asked) {
    if (tools.isEmpty()) {
      return null;
    }
    var known = tools.get(Tool.of(asked));
    var arguments = known == null ? null : arguments(asked);
    if (known == null || arguments == null) {
      return null;
    }
    lock.lock();
    try {
      forgetOldLocked();
      return known.get(arguments);
    } finally {
      lock.unlock();
    }
  }

  /** The job has ended: its result is there for a while. */
  void ended(CallId id, Outcome outcome) {
    switch (outcome) {
      case Outcome.Cancelled _, Outcome.Refused _ -> forget(id);
      case Outcome.Completed _ -> ended(id, /* hasFailed= */ false);
      case Outcome.Failed _, Outcome.TimedOut _ -> ended(id, /* hasFailed= */ true);
    }
  }

  private void ended(CallId id, boolean hasFailed) {
    lock.lock();
    try {
      var place = places.get(id);
      var known = place == null ? null : tools.get(place.tool);
      if (place == null || known == null) {
        return;
      }
      if (hasFailed) {
        known.replace(place.arguments, new Known(id, false), new Known(id, true));
      }
      over.add(new Over(id, time.nanos() + UNFETCHED.toNanos()));
      forgetOldLocked();
    } finally {
      lock.unlock();
    }
  }

  /** Its client has what there is to have, or never heard of it. */
  void forget(CallId id) {
    lock.lock();
    try {
      forgetLocked(id);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void forgetOldLocked() {
    long now = time.nanos();
    for (var first = over.peek();
        first != null && (first.until - now <= 0 || over.size() > MOST_ENDED);
        first = over.peek()) {
      over.remove();
      forgetLocked(first.id);
    }
  }

  @GuardedBy("lock") private void forgetLocked(CallId id) {
    var place = places.remove(id);
    var known = place == null ? null : tools.get(place.tool);
    // Another job may have taken the place.
    var at = place == null || known == null ? null : known.get(place.arguments);
    if (place != null && known != null && at != null && at.id.equals(id)) {
      known.remove(place.arguments);
      if (known.isEmpty()) {
        tools.remove(place.tool);
      }
    }
  }
}
