package dev.belay.cli.watch;

import dev.belay.cli.remote.ApprovalRow;
import dev.belay.cli.remote.GatewayApprovals;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Controls;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Asks a gateway about the calls that wait, and takes it the decisions of a person.
 *
 * <p>Concurrency: {@link #look} is for the thread that polls, the others for any. News that are not
 * taken hold up the polling.
 */
final class Desk implements Poll.Look {
  private static final int MOST_NEWS = 16;

  /** How long the end waits for the answer to a decision. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final GatewayApprovals approvals;
  private final ConcurrentLinkedQueue<Wish> wishes = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<News> news = new ConcurrentLinkedQueue<>();

  /** Completes with what became of the last decision; null before the first. */
  private volatile @Nullable CompletableFuture<String> outcome;

  /** The call that the person looks at. For the thread that polls. */
  private @Nullable String watched;

  Desk(GatewayApprovals approvals) {
    this.approvals = approvals;
  }

  /** What a page wants. */
  sealed interface Wish {
    /** To see a call. */
    record Show(String id) implements Wish {}

    /**
     * To decide on one.
     *
     * @param verdict {@code approve} or {@code deny}
     */
    record Decide(String id, String verdict, String scope, String reason) implements Wish {}

    /**
     * To know how a call stands after a decision that was refused, or whose answer was lost.
     *
     * @param why the trouble
     * @param isLost whether the decision may have counted
     */
    record LookUp(Decide decision, String why, boolean isLost) implements Wish {}
  }

  /** What a page is told. */
  sealed interface News {
    /** The calls that wait, the oldest first. */
    record Listed(List<ApprovalRow> rows) implements News {
      public Listed {
        rows = List.copyOf(rows);
      }
    }

    /** The gateway could not be asked. */
    record Trouble(String why) implements News {}

    /** A call, with all that is to be seen of it. */
    record Opened(ApprovalRow row, String text) implements News {}

    /** A decision on a call did not end its wait. */
    record Waits(String id, String why) implements News {}

    /** A call waits no longer. */
    record Over(String id, String how) implements News {}
  }

  /** Takes a wish, which the next look fulfils. */
  void take(Wish wish) {
    if (wish instanceof Wish.Show) {
      // Of many calls that a person has turned to meanwhile, the last one is shown.
      wishes.removeIf(earlier -> earlier instanceof Wish.Show);
    }
    if (wish instanceof Wish.Decide) {
      outcome = new CompletableFuture<>();
    }
    wishes.add(wish);
  }

  /** {@return what became of the last decision, after a short wait for it} */
  String outcome(Time time) throws InterruptedException {
    var awaited = outcome;
    return awaited != null && time.await(awaited, PATIENCE)
        ? awaited.join()
        : "the gateway has not answered for "
            + PATIENCE.toSeconds()
            + " s; whether the decision counts is shown by: belay approvals --all";
  }

  /** {@return the next news; null if there are none} */
  @Nullable News news() {
    return news.poll();
  }

  @Override
  public void look() throws InterruptedException {
    try {
      for (var wish = wishes.poll(); wish != null; wish = wishes.poll()) {
        fulfil(wish);
      }
      if (news.size() < MOST_NEWS) {
        list();
      }
    } catch (GatewayTrouble e) {
      if (news.size() < MOST_NEWS) {
        news.add(new News.Trouble(e.text()));
      }
    }
  }

  private void fulfil(Wish wish) throws GatewayTrouble, InterruptedException {
    switch (wish) {
      case Wish.Show(String id) -> {
        watched = id;
        ApprovalRow found;
        try {
          found = find(id);
        } catch (GatewayTrouble e) {
          wishes.add(wish);
          throw e;
        }
        if (found != null && found.isOpen()) {
          news.add(new News.Opened(found, Controls.shown(found.whole()).replace('\t', ' ')));
        } else {
          over(id, ended(id, found));
        }
      }
      case Wish.Decide decide -> decide(decide);
      case Wish.LookUp lost -> {
        try {
          lookUp(lost, find(lost.decision().id()));
        } catch (GatewayTrouble e) {
          wishes.add(wish);
          throw e;
        }
      }
    }
  }

  private @Nullable ApprovalRow find(String id) throws GatewayTrouble, InterruptedException {
    var found = approvals.find(id);
    return found == null ? null : ApprovalRow.of(found);
  }

  private void over(String id, String how) {
    watched = null;
    news.add(new News.Over(id, how));
  }

  private static String ended(String id, @Nullable ApprovalRow found) {
    if (found == null) {
      return "the gateway knows no such call any more";
    }
    return found.brief()
        + switch (found.state()) {
          case "allowed", "denied" -> ": someone else decided first: " + found.outcome();
          case "expired" ->
              ": the time was over; to allow the next equal call: belay approvals approve " + id;
          default -> ": too late: " + found.outcome();
        };
  }

  private void decide(Wish.Decide wish) throws GatewayTrouble, InterruptedException {
    try {
      var answer = approvals.decide(wish.id(), wish.verdict(), wish.scope(), wish.reason());
      var now = answer == null ? null : ApprovalRow.of(answer);
      if (now == null) {
        decided(wish.id(), ended(wish.id(), null));
      } else if (now.isOpen()) {
        waits(wish.id(), "counted: another person must allow it too");
      } else {
        decided(wish.id(), now.brief() + " " + now.state());
      }
    } catch (GatewayTrouble e) {
      fulfil(new Wish.LookUp(wish, e.text(), e.isAnswerLost()));
    }
  }

  /** The call may be over, also by this decision if its answer was lost. */
  private void lookUp(Wish.LookUp lost, @Nullable ApprovalRow found) {
    var wish = lost.decision();
    if (found != null && found.isOpen()) {
      waits(wish.id(), "not decided: " + lost.why());
    } else if (lost.isLost() && found != null && found.isBy(wish.verdict(), wish.reason())) {
      decided(wish.id(), found.brief() + " " + found.outcome() + "; its answer was lost");
    } else {
      decided(wish.id(), ended(wish.id(), found));
    }
  }

  private void waits(String id, String why) {
    news.add(new News.Waits(id, why));
    complete(why);
  }

  private void decided(String id, String how) {
    over(id, how);
    complete(how);
  }

  private void complete(String how) {
    var awaited = outcome;
    if (awaited != null) {
      awaited.complete(how);
    }
  }

  private void list() throws GatewayTrouble, InterruptedException {
    var rows = ApprovalRow.list(approvals.list(/* isOver= */ false));
    news.add(new News.Listed(rows));
    var id = watched;
    if (id != null && rows.stream().noneMatch(row -> row.id().equals(id))) {
      over(id, ended(id, find(id)));
    }
  }
}
