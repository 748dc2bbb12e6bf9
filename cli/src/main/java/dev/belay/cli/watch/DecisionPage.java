package dev.belay.cli.watch;

import dev.belay.cli.display.Wrapped;
import dev.belay.cli.remote.ApprovalRow;
import dev.belay.cli.watch.Desk.News;
import dev.belay.cli.watch.Desk.Wish;
import dev.belay.cli.watch.WholeScreen.Press;
import dev.belay.mcp.envelope.Controls;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.jspecify.annotations.Nullable;

/**
 * The page of {@code belay approvals -i}: the calls that wait, or one of them with all of its
 * arguments. A value, which keys and news turn into the next one.
 *
 * <p>A decision takes two keys, and the second counts only once its question has stood there for a
 * moment: what was typed ahead, or pasted, decides nothing.
 *
 * @param groups the calls that wait, those of one tool and principal together
 * @param known the ids of the calls that wait; null before the first answer
 * @param arrivals how often calls have come that were not known
 * @param trouble why the gateway could not be asked; null if it answered
 * @param chosen the group that Enter opens; null for the first
 * @param one the call that is shown; null for the list
 * @param note what came of the last key or decision; may be empty
 */
record DecisionPage(
    List<Group> groups,
    @Nullable Set<String> known,
    long arrivals,
    @Nullable String trouble,
    Group.@Nullable Kind chosen,
    @Nullable ShownCall one,
    String note) {
  static final DecisionPage EMPTY = new DecisionPage(List.of(), null, 0, null, null, null, "");

  /** How long a question stands before an answer to it counts. */
  static final Duration READING = Duration.ofMillis(500);

  private static final String KEYS = "↑↓ choose · Enter or 1–9 show · q leave";
  private static final int WIDEST = 40;
  private static final List<String> HEADING =
      List.of("", "ID", "SERVER", "TOOL", "PRINCIPAL", "CALLS", "LEFT", "REASON");

  DecisionPage {
    groups = List.copyOf(groups);
    known = known == null ? null : Set.copyOf(known);
  }

  /**
   * Calls of one tool by one principal, the oldest first.
   *
   * @param kind what they have in common
   */
  record Group(Kind kind, List<ApprovalRow> rows) {
    Group {
      rows = List.copyOf(rows);
    }

    /** What the calls of a group have in common. */
    record Kind(String server, String tool, String principal) {
      static Kind of(ApprovalRow row) {
        var fields = row.approval();
        return new Kind(fields.text("server"), fields.text("tool"), fields.text("principal"));
      }
    }

    static List<Group> of(List<ApprovalRow> rows) {
      var groups = new LinkedHashMap<Kind, List<ApprovalRow>>();
      rows.forEach(row -> groups.computeIfAbsent(Kind.of(row), _ -> new ArrayList<>()).add(row));
      var all = new ArrayList<Group>();
      groups.forEach((kind, own) -> all.add(new Group(kind, own)));
      return all;
    }

    List<String> cells(int number, Instant now) {
      var cells = new ArrayList<String>();
      cells.add(Integer.toString(number));
      var row = rows.getFirst().cells(now);
      // All but the state, which is the same for all.
      cells.addAll(row.subList(0, 4));
      cells.add(rows.size() == 1 ? "" : "×" + rows.size());
      cells.addAll(row.subList(5, 7));
      return cells.stream().map(DecisionPage::brief).toList();
    }
  }

  /** The page after a key, what it wants of the gateway, and whether it is the last. */
  record Step(DecisionPage page, @Nullable Wish wish, boolean quits) {
    static Step to(DecisionPage page) {
      return new Step(page, null, false);
    }
  }

  private DecisionPage with(
      Group.@Nullable Kind nextChosen, @Nullable ShownCall nextOne, String nextNote) {
    return new DecisionPage(groups, known, arrivals, trouble, nextChosen, nextOne, nextNote);
  }

  /** {@return the page for a screen of that size} */
  DecisionPage sized(int columns, int rows) {
    return one == null
        ? this
        : with(
            chosen,
            one.sized(columns, rows - head(columns, rows).size() - foot(columns, rows).size()),
            note);
  }

  /** {@return the page after news} */
  DecisionPage told(News news) {
    return switch (news) {
      case News.Listed(List<ApprovalRow> rows) -> listed(rows);
      case News.Trouble(String why) ->
          new DecisionPage(groups, known, arrivals, why, chosen, one, note);
      case News.Opened(ApprovalRow row, String text) ->
          isShown(row.id()) ? with(chosen, shown().opened(row, text), note) : this;
      case News.Waits(String id, String why) ->
          with(chosen, isShown(id) ? shown().reading() : one, why);
      case News.Over(String id, String how) -> with(chosen, isShown(id) ? null : one, how);
    };
  }

  /** {@return whether the list is shown, and not one call} */
  boolean isList() {
    return one == null;
  }

  /** {@return whether a decision is on its way to the gateway} */
  boolean isDeciding() {
    return one != null && one.doing() instanceof ShownCall.Doing.Waits;
  }

  private boolean isShown(String id) {
    return one != null && one.id().equals(id);
  }

  private ShownCall shown() {
    if (one == null) {
      throw new IllegalStateException("the list is shown");
    }
    return one;
  }

  private DecisionPage listed(List<ApprovalRow> rows) {
    var ids = new HashSet<String>();
    rows.forEach(row -> ids.add(row.id()));
    boolean hasNew = known != null && !known.containsAll(ids);
    return new DecisionPage(
        Group.of(rows), ids, hasNew ? arrivals + 1 : arrivals, null, chosen, one, note);
  }

  /** {@return what follows of a key that is pressed at that reading of the clock} */
  Step pressed(Press press, long nanos) {
    var calm = note.isEmpty() ? this : with(chosen, one, "");
    if (press.key() == WholeScreen.Key.INTERRUPT) {
      return new Step(calm, null, /* quits= */ true);
    }
    return one == null ? calm.pressedInList(press) : calm.pressedInOne(press, nanos);
  }

  private Step pressedInOne(Press press, long nanos) {
    var next = shown().pressed(press, nanos);
    return switch (next) {
      case ShownCall.Next.Same(ShownCall call, String said) -> Step.to(with(chosen, call, said));
      case ShownCall.Next.Back() -> Step.to(with(chosen, null, ""));
      case ShownCall.Next.Quit() -> new Step(this, null, /* quits= */ true);
      case ShownCall.Next.Decided(ShownCall call, Wish.Decide wish) ->
          new Step(with(chosen, call, ""), wish, false);
      case ShownCall.Next.Neighbour(int by) -> neighbour(by);
    };
  }

  private Step neighbour(int by) {
    for (var group : groups) {
      var ids = group.rows().stream().map(ApprovalRow::id).toList();
      int at = ids.indexOf(shown().id());
      if (at >= 0 && at + by >= 0 && at + by < ids.size()) {
        return open(group, at + by);
      }
    }
    return Step.to(with(chosen, one, "there is no other such call"));
  }

  private Step open(Group group, int at) {
    var id = group.rows().get(at).id();
    return new Step(
        with(group.kind(), ShownCall.asked(id), ""), new Wish.Show(id), /* quits= */ false);
  }

  private Step pressedInList(Press press) {
    int at = Math.max(0, index());
    return switch (press.key()) {
      case UP -> choose(at - 1);
      case DOWN -> choose(at + 1);
      case HOME, PAGE_UP -> choose(0);
      case END, PAGE_DOWN -> choose(groups.size() - 1);
      case ENTER -> groups.isEmpty() ? Step.to(this) : open(groups.get(at), 0);
      case TEXT -> typed(press.text(), at);
      case TAB, ERASE, ESCAPE, OTHER, INTERRUPT -> Step.to(this);
    };
  }

  private Step typed(String text, int at) {
    return switch (text) {
      case "q", "Q" -> new Step(this, null, /* quits= */ true);
      case "k" -> choose(at - 1);
      case "j" -> choose(at + 1);
      case "1", "2", "3", "4", "5", "6", "7", "8", "9" -> {
        int number = Integer.parseInt(text);
        yield number > groups.size()
            ? Step.to(with(chosen, null, "there is no " + number))
            : open(groups.get(number - 1), 0);
      }
      case "a", "d" -> Step.to(with(chosen, null, "open the call first: Enter, or its number"));
      case String _ -> Step.to(this);
    };
  }

  private Step choose(int index) {
    return Step.to(
        groups.isEmpty()
            ? this
            : with(groups.get(Math.clamp(index, 0, groups.size() - 1)).kind(), null, ""));
  }

  private int index() {
    return groups.stream().map(Group::kind).toList().indexOf(chosen);
  }

  /** {@return {@code rows} lines of at most {@code columns} columns} */
  List<AttributedString> lines(int columns, int rows, Instant now) {
    var foot = foot(columns, rows);
    var lines = new ArrayList<>(head(columns, rows));
    int room = Math.max(0, rows - lines.size() - foot.size());
    if (one == null) {
      list(lines, room, now);
    } else {
      one.lines(lines, room, left(now));
    }
    while (lines.size() + foot.size() < rows) {
      lines.add(AttributedString.EMPTY);
    }
    lines.addAll(foot);
    return lines.subList(lines.size() - rows, lines.size()).stream()
        .map(line -> line.columnSubSequence(0, columns))
        .toList();
  }

  private List<AttributedString> head(int columns, int rows) {
    return said(
        trouble == null ? "" : "Trying again: " + trouble,
        AttributedStyle.BOLD.foreground(AttributedStyle.RED),
        columns,
        rows);
  }

  private List<AttributedString> foot(int columns, int rows) {
    var foot = new ArrayList<>(said(note, AttributedStyle.BOLD, columns, rows));
    foot.addAll(
        one == null
            ? List.of(new AttributedString(KEYS, AttributedStyle.DEFAULT.faint()))
            : one.foot(columns));
    return foot;
  }

  /** {@return a message, of which a quarter of the screen is shown at most} */
  private static List<AttributedString> said(
      String text, AttributedStyle style, int columns, int rows) {
    return Wrapped.lines(Controls.line(text), columns).stream()
        .limit(Math.max(1, rows / 4))
        .map(line -> new AttributedString(line, style))
        .toList();
  }

  private String left(Instant now) {
    for (var group : groups) {
      var ids = group.rows().stream().map(ApprovalRow::id).toList();
      int at = ids.indexOf(shown().id());
      if (at >= 0) {
        return (ids.size() == 1 ? "" : at + 1 + " of " + ids.size() + " such calls · ")
            + group.rows().get(at).left(now)
            + " left";
      }
    }
    return "";
  }

  private void list(List<AttributedString> lines, int room, Instant now) {
    if (known == null) {
      lines.add(new AttributedString(trouble == null ? "asking …" : ""));
      return;
    }
    if (groups.isEmpty()) {
      lines.add(new AttributedString("No call waits."));
      return;
    }
    int at = Math.max(0, index());
    int shown = Math.max(0, Math.min(groups.size(), room - 1));
    int first = Math.max(0, Math.min(at - shown / 2, groups.size() - shown));
    var rows = new ArrayList<List<String>>();
    rows.add(HEADING);
    for (int i = first; i < first + shown; i++) {
      rows.add(groups.get(i).cells(i + 1, now));
    }
    Screen.table(lines, rows, at - first + 1);
  }

  /** {@return a name, or the beginning of a long one} */
  static String brief(String cell) {
    return cell.codePointCount(0, cell.length()) <= WIDEST
        ? cell
        : cell.substring(0, cell.offsetByCodePoints(0, WIDEST - 1)) + "…";
  }
}
