package dev.belay.gateway.catalog;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import dev.belay.mcp.era.Era;
import java.lang.System.Logger.Level;
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
 * The lists of one server, with one request for all concurrent readers of each, and a bounded wait.
 *
 * <p>A list that came in time is not kept; the next reader requests it again. Of a slow server the
 * newest list is kept, since it would never be seen otherwise, until a request fails. Concurrency:
 * {@code lock} guards the requests and the kept lists; no request is made and no listener called
 * under it.
 */
final class ServerLists {
  /** One list, in one era. */
  record Which(ListKind kind, Era era) {}

  /** Receives events of lists. */
  interface Hearer {
    /** A list has been read, and is about to be delivered. */
    default void read(ListKind kind, List<ListPage.Item> items) {}

    /** A list that a client had missed has arrived. */
    void arrived(ListKind kind, Era era);

    /** A list cannot be obtained at the moment. */
    void failed();
  }

  private static final class Asked {
    final CompletableFuture<Fetched> inTime = new CompletableFuture<>();
    final CompletableFuture<Fetched> atLast = new CompletableFuture<>();
    boolean late;
    boolean over;

    /** The server has reported a change of the list meanwhile. */
    boolean outdated;
  }

  private final ListFetch.Source source;
  private final Time time;
  private final Supplier<Duration> patience;
  private final CatalogMember member;
  private final Hearer hearer;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<Which, Asked> asked = new HashMap<>();

  @GuardedBy("lock") private final Map<Which, Fetched.Items> kept = new HashMap<>();

  /** Lists that were requested and did not arrive in time. */
  @GuardedBy("lock") private final Set<Which> missed = new HashSet<>();

  @GuardedBy("lock") private int overdue;

  /**
   * Creates the lists, without a request yet.
   *
   * @param patience supplies how long a request waits for an answer
   * @param member records the server's lists
   * @param hearer receives events of lists
   */
  ServerLists(
      ListFetch.Source source,
      Time time,
      Supplier<Duration> patience,
      CatalogMember member,
      Hearer hearer) {
    this.source = source;
    this.time = time;
    this.patience = patience;
    this.member = member;
    this.hearer = hearer;
  }

  /** {@return the list once it has arrived, or that it is late; completes soon in either case} */
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
      // While one request to the server is overdue, no other waits for it.
      waits = overdue == 0;
    } finally {
      lock.unlock();
    }
    var timer = waits ? time.after(patience.get(), () -> giveUp(which, fresh)) : null;
    ListFetch.begin(
        kind,
        era,
        source,
        time,
        member.listLimit(),
        answer -> answered(which, fresh, timer, answer));
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
        instead = new Fetched.Late(one.atLast);
      }
    } finally {
      lock.unlock();
    }
    one.inTime.complete(instead);
  }

  /** {@return the list, or a failure if its hearer has failed} */
  private Fetched heard(Which which, Fetched answer) {
    try {
      if (answer instanceof Fetched.Items got) {
        hearer.read(which.kind(), got.items());
      }
      return answer;
    } catch (RuntimeException e) {
      System.getLogger(ServerLists.class.getName()).log(Level.ERROR, "a list was not heard", e);
      return new Fetched.Failed("a defect in Belay: " + e);
    }
  }

  private void answered(Which which, Asked one, Time.@Nullable Timer timer, Fetched said) {
    if (timer != null) {
      timer.close();
    }
    var answer = heard(which, said);
    boolean isNews;
    lock.lock();
    try {
      one.over = true;
      asked.remove(which, one);
      if (!one.outdated && !answer.equals(Fetched.UNWANTED)) {
        member.learn(which.kind(), answer);
      }
      var before = one.outdated ? null : kept.remove(which);
      // Waiting readers get an outdated list; later ones do not.
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
    one.atLast.complete(answer);
    if (isNews) {
      hearer.arrived(which.kind(), which.era());
    }
    if (answer instanceof Fetched.Failed) {
      hearer.failed();
    }
  }

  /** The server has reported a change of a list: earlier requests are outdated. */
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

  /** {@return lists that came too late and are not being requested} */
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

  /** The result of requesting a list of one server. */
  sealed interface Fetched {
    /** The list of a server that has no such lists. */
    Items NONE = new Items(List.of(), Long.MAX_VALUE, true, false);

    /**
     * The whole list, in the server's order.
     *
     * @param ttlMs how long a client may cache it, by its server
     * @param isPublic whether clients may share a cached one
     * @param isServed whether the server has such lists at all
     */
    record Items(List<ListPage.Item> items, long ttlMs, boolean isPublic, boolean isServed)
        implements Fetched {
      public Items {
        items = List.copyOf(items);
      }
    }

    /** The client of the list has left, which is no failure of the server. */
    Failed UNWANTED = new Failed("the list was no longer wanted");

    /** It cannot be obtained; {@code why} is for people. */
    record Failed(String why) implements Fetched {}

    /**
     * It has not arrived yet.
     *
     * @param list completes with the result: never late, within {@link CatalogMember#listLimit}
     */
    record Late(CompletableFuture<Fetched> list) implements Fetched {}
  }
}
