package dev.belay.gateway.catalog;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import dev.belay.mcp.era.Era;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lists of one server, each asked for once however many want it at the same time, and waited
 * for no longer than others can bear.
 *
 * <p>Nothing is kept of a list that came in time: the next one who wants it asks again. Of a server
 * that takes longer the newest answer is kept, since it would never be seen otherwise; it is
 * forgotten when the server fails. Concurrency: {@code lock} guards what is asked and what is kept;
 * nobody is asked or told under it.
 */
final class MemberLists {
  /** One list, in the words of one era. */
  record Which(ListKind kind, Era era) {}

  /** Who hears what nobody waits for. */
  interface Hearer {
    /** A list has been read, whoever wanted it; before they get it. */
    default void read(ListKind kind, List<Item> items) {}

    /** A list is there that somebody had to go without. */
    void arrived(ListKind kind, Era era);

    /** A list is not to be had at the moment. */
    void failed();
  }

  private static final class Asked {
    final CompletableFuture<Fetched> inTime = new CompletableFuture<>();
    boolean late;
    boolean over;

    /** The server has said meanwhile that the list is another one now. */
    boolean outdated;
  }

  private final ListSource source;
  private final Time time;
  private final Supplier<Duration> patience;
  private final Offer offer;
  private final Hearer hearer;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<Which, Asked> asked = new HashMap<>();

  @GuardedBy("lock") private final Map<Which, Fetched.Items> kept = new HashMap<>();

  /** What somebody wanted and did not get. */
  @GuardedBy("lock") private final Set<Which> missed = new HashSet<>();

  @GuardedBy("lock") private int overdue;

  /**
   * Asks nothing yet.
   *
   * @param patience says how long anybody waits for an answer
   * @param offer learns what the server has
   * @param hearer hears of lists that came after somebody had to go without
   */
  MemberLists(
      ListSource source, Time time, Supplier<Duration> patience, Offer offer, Hearer hearer) {
    this.source = source;
    this.time = time;
    this.patience = patience;
    this.offer = offer;
    this.hearer = hearer;
  }

  /** {@return the list once it is there, or that it is late; complete soon in either case} */
  CompletableFuture<Fetched> get(ListKind kind, Era era) {
    var which = new Which(kind, era);
    var fresh = new Asked();
    boolean waits;
    lock.lock();
    try {
      var present = asked.get(which);
      if (present != null) {
        return present.inTime;
      }
      asked.put(which, fresh);
      // One that keeps somebody waiting already is not waited for again.
      waits = overdue == 0;
    } finally {
      lock.unlock();
    }
    var timer = waits ? time.after(patience.get(), () -> giveUp(which, fresh)) : null;
    ListFetch.begin(kind, era, source, time, answer -> answered(which, fresh, timer, answer));
    if (!waits) {
      giveUp(which, fresh);
    }
    return fresh.inTime;
  }

  private void giveUp(Which which, Asked one) {
    Fetched instead;
    lock.lock();
    try {
      if (one.over || one.late) {
        return;
      }
      one.late = true;
      overdue++;
      instead = kept.get(which);
      if (instead == null) {
        missed.add(which);
        instead = new Fetched.Late();
      }
    } finally {
      lock.unlock();
    }
    one.inTime.complete(instead);
  }

  private void answered(Which which, Asked one, Time.@Nullable Timer timer, Fetched answer) {
    if (timer != null) {
      timer.close();
    }
    if (answer instanceof Fetched.Items got) {
      hearer.read(which.kind(), got.items());
    }
    boolean isNews;
    lock.lock();
    try {
      one.over = true;
      asked.remove(which, one);
      if (!one.outdated) {
        offer.learn(which.kind(), answer);
      }
      var before = one.outdated ? null : kept.remove(which);
      // Who waits gets what there is; nobody after them does.
      var items = answer instanceof Fetched.Items got && !one.outdated ? got : null;
      if (one.late) {
        overdue--;
        if (items != null) {
          kept.put(which, items);
        }
        isNews = items != null && (missed.remove(which) || !items.equals(before));
      } else {
        isNews = items != null && missed.remove(which);
        if (items == null && !one.outdated) {
          missed.add(which);
        }
      }
    } finally {
      lock.unlock();
    }
    one.inTime.complete(answer);
    if (isNews) {
      hearer.arrived(which.kind(), which.era());
    }
    if (answer instanceof Fetched.Failed) {
      hearer.failed();
    }
  }

  /** The server has said that a list is another one now: what was asked before is too old. */
  void changed(ListKind kind) {
    lock.lock();
    try {
      asked.forEach((which, one) -> one.outdated |= which.kind() == kind);
      asked.values().removeIf(one -> one.outdated);
      kept.keySet().removeIf(which -> which.kind() == kind);
    } finally {
      lock.unlock();
    }
  }

  /** {@return what somebody went without, and nobody asks for at the moment} */
  List<Which> missed() {
    lock.lock();
    try {
      var idle = new ArrayList<Which>();
      for (var which : missed) {
        if (!asked.containsKey(which)) {
          idle.add(which);
        }
      }
      return idle;
    } finally {
      lock.unlock();
    }
  }
}
