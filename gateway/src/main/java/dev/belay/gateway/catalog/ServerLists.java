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
 * The lists of one server, each asked for once however many want it at the same time, and waited
 * for no longer than others can bear.
 *
 * <p>Nothing is kept of a list that came in time: the next one who wants it asks again. Of a server
 * that takes longer the newest answer is kept, since it would never be seen otherwise; it is
 * forgotten when the server fails. Concurrency: {@code lock} guards what is asked and what is kept;
 * no request is made and no listener called under it.
 */
final class ServerLists {
  /** One list, in the words of one era. */
  record Which(ListKind kind, Era era) {}

  /** Is told of lists that it did not ask for. */
  interface Hearer {
    /** A list has been read, and is about to be delivered. */
    default void read(ListKind kind, List<ListPage.Item> items) {}

    /** A list is there that a client had to go without. */
    void arrived(ListKind kind, Era era);

    /** A list is not to be had at the moment. */
    void failed();
  }

  private static final class Asked {
    final CompletableFuture<Fetched> inTime = new CompletableFuture<>();
    final CompletableFuture<Fetched> atLast = new CompletableFuture<>();
    boolean late;
    boolean over;

    /** The server has said meanwhile that the list is another one now. */
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

  /** Lists that were asked for and not there in time. */
  @GuardedBy("lock") private final Set<Which> missed = new HashSet<>();

  @GuardedBy("lock") private int overdue;

  /**
   * Asks nothing yet.
   *
   * @param patience says how long a request waits for an answer
   * @param member learns what the server has
   * @param hearer hears of lists that came too late for a client
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
      // While the server keeps one request waiting, no other waits for it.
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

  /** {@return the list, or that it failed where what hears of it first did} */
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
      // Those who wait get an outdated list; no later request does.
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

  /** {@return lists that came too late and are not being asked for} */
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

  /** What came of asking one server for one of its lists. */
  sealed interface Fetched {
    /** The list of a server that has no such thing. */
    Items NONE = new Items(List.of(), Long.MAX_VALUE, true, false);

    /**
     * The whole list, in the server's order.
     *
     * @param ttlMs how long a client may keep it, as its server says
     * @param isPublic whether clients may share what they keep of it
     * @param isServed whether the server knows such lists at all
     */
    record Items(List<ListPage.Item> items, long ttlMs, boolean isPublic, boolean isServed)
        implements Fetched {
      public Items {
        items = List.copyOf(items);
      }
    }

    /** The client that the list was for has left: that says nothing of the server. */
    Failed UNWANTED = new Failed("the list was no longer wanted");

    /** There is none to be had; {@code why} is for people. */
    record Failed(String why) implements Fetched {}

    /**
     * There is none yet.
     *
     * @param list completes with what comes of it: never late, within {@link
     *     CatalogMember#listLimit}
     */
    record Late(CompletableFuture<Fetched> list) implements Fetched {}
  }
}
