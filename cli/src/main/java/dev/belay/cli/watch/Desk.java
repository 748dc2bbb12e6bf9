package dev.belay.cli.watch;

import dev.belay.cli.remote.ApprovalRow;
import dev.belay.cli.remote.GatewayApprovals;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.mcp.envelope.Controls;
import java.util.List;
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

  private final GatewayApprovals approvals;
  private final ConcurrentLinkedQueue<Wish> wishes = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<News> news = new ConcurrentLinkedQueue<>();

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
    wishes.add(wish);
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
          over(id, found);
        }
      }
      case Wish.Decide decide -> decide(decide);
    }
  }

  private @Nullable ApprovalRow find(String id) throws GatewayTrouble, InterruptedException {
    var found = approvals.find(id);
    return found == null ? null : ApprovalRow.of(found);
  }

  private void over(String id, @Nullable ApprovalRow found) {
    watched = null;
    news.add(new News.Over(id, ended(id, found)));
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

  private void decide(Wish.Decide wish) throws InterruptedException {
    try {
      var answer = approvals.decide(wish.id(), wish.verdict(), wish.scope(), wish.reason());
      var now = answer == null ? null : ApprovalRow.of(answer);
      if (now == null) {
        over(wish.id(), null);
      } else if (now.isOpen()) {
        news.add(new News.Waits(wish.id(), "counted: another person must allow it too"));
      } else {
        watched = null;
        news.add(new News.Over(wish.id(), now.brief() + " " + now.state()));
      }
    } catch (GatewayTrouble e) {
      refused(wish.id(), e.text());
    }
  }

  /** The decision does not count: the call may be over, or the gateway says why. */
  private void refused(String id, String why) throws InterruptedException {
    try {
      var found = find(id);
      if (found == null || !found.isOpen()) {
        over(id, found);
        return;
      }
    } catch (GatewayTrouble _) {
      // The first reason is the one to tell.
    }
    news.add(new News.Waits(id, "not decided: " + why));
  }

  private void list() throws GatewayTrouble, InterruptedException {
    var rows = ApprovalRow.list(approvals.list(/* isOver= */ false));
    news.add(new News.Listed(rows));
    var id = watched;
    if (id != null && rows.stream().noneMatch(row -> row.id().equals(id))) {
      over(id, find(id));
    }
  }
}
