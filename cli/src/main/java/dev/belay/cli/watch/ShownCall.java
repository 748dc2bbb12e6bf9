package dev.belay.cli.watch;

import dev.belay.cli.display.Wrapped;
import dev.belay.cli.remote.ApprovalRow;
import dev.belay.cli.watch.Desk.Wish;
import dev.belay.cli.watch.WholeScreen.Press;
import dev.belay.mcp.envelope.Controls;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.jspecify.annotations.Nullable;

/**
 * One call on the page of {@code belay approvals -i}: all of its arguments, a screen at a time, and
 * what the person is about to decide. A value.
 *
 * @param row null until the gateway has answered
 * @param text all that there is to see
 * @param wrapped the same in lines of that many columns
 * @param room how many lines are on the screen
 * @param top the first of them
 * @param seen how many lines have been on the screen, from the first one on
 * @param doing what the person does
 */
record ShownCall(
    String id,
    @Nullable ApprovalRow row,
    String text,
    List<String> wrapped,
    int columns,
    int room,
    int top,
    int seen,
    Doing doing) {
  /** Copies the lines. */
  ShownCall {
    wrapped = List.copyOf(wrapped);
  }

  private static final int LONGEST_REASON = 200;
  private static final String READING =
      "Space ↑↓ g G read · a allow · d deny · n p next, previous · Esc list · q leave";

  /** What a person does with a call. */
  sealed interface Doing {
    /** Reads. */
    record Reads() implements Doing {}

    /**
     * Is asked whether it may run.
     *
     * @param since a reading of the clock
     */
    record Allows(String scope, long since) implements Doing {}

    /**
     * Types a reason for a no.
     *
     * @param since a reading of the clock, at the last character that was pasted
     */
    record Denies(String reason, String scope, long since) implements Doing {}

    /** Waits for the gateway to take the decision. */
    record Waits() implements Doing {}
  }

  /** What follows of a key. */
  sealed interface Next {
    /** The call is shown on. */
    record Same(ShownCall call, String said) implements Next {}

    /** The list follows. */
    record Back() implements Next {}

    /** The end. */
    record Quit() implements Next {}

    /** A decision. */
    record Decided(ShownCall call, Wish.Decide wish) implements Next {}

    /** The next or the previous call of the same group. */
    record Neighbour(int by) implements Next {}
  }

  /** {@return a call that the gateway has been asked for} */
  static ShownCall asked(String id) {
    return new ShownCall(id, null, "", List.of(), 0, 0, 0, 0, new Doing.Reads());
  }

  ShownCall opened(ApprovalRow found, String shown) {
    return new ShownCall(id, found, shown, List.of(), 0, room, 0, 0, doing);
  }

  ShownCall reading() {
    return with(new Doing.Reads());
  }

  private ShownCall with(Doing next) {
    return new ShownCall(id, row, text, wrapped, columns, room, top, seen, next);
  }

  /** {@return the same with room for so many lines} */
  ShownCall sized(int nextColumns, int rows) {
    // Below a line that says which lines these are.
    int nextRoom = Math.max(1, rows - 1);
    if (nextColumns == columns && nextRoom == room) {
      return this;
    }
    boolean isSame = nextColumns == columns;
    var lines = isSame ? wrapped : Wrapped.lines(text, nextColumns);
    return new ShownCall(id, row, text, lines, nextColumns, nextRoom, top, isSame ? seen : 0, doing)
        .at(top);
  }

  /** {@return the same from that line on; a line is seen if all before it have been} */
  private ShownCall at(int line) {
    int next = Math.clamp(line, 0, Math.max(0, wrapped.size() - room));
    int end = Math.min(wrapped.size(), next + room);
    int nextSeen = next <= seen ? Math.max(seen, end) : seen;
    return new ShownCall(id, row, text, wrapped, columns, room, next, nextSeen, doing);
  }

  Next pressed(Press press, long nanos) {
    return switch (doing) {
      case Doing.Reads() -> read(press, nanos);
      case Doing.Allows allows -> allow(allows, press, nanos);
      case Doing.Denies denies -> deny(denies, press, nanos);
      case Doing.Waits() ->
          press.is("q") ? new Next.Quit() : same(this, "the gateway has not answered yet");
    };
  }

  private static Next same(ShownCall call, String said) {
    return new Next.Same(call, said);
  }

  private Next read(Press press, long nanos) {
    return switch (press.key()) {
      case UP -> same(at(top - 1), "");
      case DOWN -> same(at(top + 1), "");
      case PAGE_UP -> same(at(top - room), "");
      case PAGE_DOWN, ENTER -> same(at(top + room), "");
      case HOME -> same(at(0), "");
      case END -> same(at(wrapped.size()), "");
      case ESCAPE, ERASE -> new Next.Back();
      case TEXT -> typed(press.text(), nanos);
      case TAB, OTHER, INTERRUPT -> same(this, "");
    };
  }

  private Next typed(String text, long nanos) {
    return switch (text) {
      case "q", "Q" -> new Next.Quit();
      case "k" -> same(at(top - 1), "");
      case "j" -> same(at(top + 1), "");
      case "b" -> same(at(top - room), "");
      case " " -> same(at(top + room), "");
      case "g" -> same(at(0), "");
      case "G" -> same(at(wrapped.size()), "");
      case "n" -> new Next.Neighbour(1);
      case "p" -> new Next.Neighbour(-1);
      case "a" -> row == null ? same(this, "") : same(with(new Doing.Allows("once", nanos)), "");
      case "d" ->
          row == null ? same(this, "") : same(with(new Doing.Denies("", "once", nanos)), "");
      case String _ -> same(this, "");
    };
  }

  private Next allow(Doing.Allows now, Press press, long nanos) {
    if (press.is("s") || press.is("t")) {
      var scope = press.is("s") ? "same" : "tool";
      return scopes().contains(scope)
          ? same(with(new Doing.Allows(scope, nanos)), "")
          : same(this, "that scope is not offered for this call");
    }
    if (!press.is("y") && !press.is("Y")) {
      return same(reading(), "not decided");
    }
    return nanos - now.since() < DecisionPage.READING.toNanos()
        ? same(this, "that was fast; press y again to allow it")
        : decided("approve", now.scope(), "");
  }

  private Next deny(Doing.Denies now, Press press, long nanos) {
    var reason = now.reason();
    return switch (press.key()) {
      case ESCAPE -> same(reading(), "not decided");
      case ENTER ->
          nanos - now.since() < DecisionPage.READING.toNanos()
              ? same(this, "that was fast; press Enter again to deny it")
              : decided("deny", now.scope(), reason);
      case TAB -> {
        var scope = now.scope().equals("once") ? "same" : "once";
        yield same(with(new Doing.Denies(reason, scope, now.since())), "");
      }
      case ERASE -> {
        int end = reason.isEmpty() ? 0 : reason.offsetByCodePoints(reason.length(), -1);
        yield same(with(new Doing.Denies(reason.substring(0, end), now.scope(), now.since())), "");
      }
      case TEXT -> {
        var longer = reason + Controls.marked(press.text());
        boolean isTooLong = longer.length() > LONGEST_REASON;
        // The Enter at the end of a paste is no answer.
        long since = press.isAhead() ? nanos : now.since();
        yield same(
            with(new Doing.Denies(isTooLong ? reason : longer, now.scope(), since)),
            isTooLong ? "a reason has at most " + LONGEST_REASON + " characters" : "");
      }
      case UP, DOWN, PAGE_UP, PAGE_DOWN, HOME, END, OTHER, INTERRUPT -> same(this, "");
    };
  }

  private Next decided(String verdict, String scope, String reason) {
    return new Next.Decided(
        with(new Doing.Waits()), new Wish.Decide(id, verdict, scope, reason.strip()));
  }

  /** {@return the wider scopes that a yes may have, which the gateway judges again} */
  private List<String> scopes() {
    var fields = row == null ? null : row.approval();
    if (fields == null || fields.count("approvers") > 1 || !fields.has("definition_sha256")) {
      return List.of();
    }
    return fields.is("destructive") ? List.of("same") : List.of("same", "tool");
  }

  /** Adds the line above the call, and what of it is on the screen. */
  void lines(List<AttributedString> lines, int rows, String left) {
    if (row == null) {
      lines.add(new AttributedString("asking …"));
      return;
    }
    int end = Math.min(wrapped.size(), top + Math.min(room, Math.max(0, rows - 1)));
    var place = "lines " + (top + 1) + "–" + end + " of " + wrapped.size();
    lines.add(
        new AttributedString(
            left.isEmpty() ? place : left + " · " + place, AttributedStyle.INVERSE));
    wrapped.subList(top, end).forEach(line -> lines.add(new AttributedString(line)));
  }

  /** {@return what is asked, or what keys do} */
  List<AttributedString> foot(int width) {
    return switch (doing) {
      case Doing.Reads() -> List.of(new AttributedString(READING, AttributedStyle.DEFAULT.faint()));
      case Doing.Waits() -> List.of(new AttributedString("telling the gateway …"));
      case Doing.Allows(String scope, long _) -> question(scope, width);
      case Doing.Denies(String reason, String scope, long _) ->
          bold(
              "Deny "
                  + (scope.equals("once") ? "it" : "it, and equal calls for a while")
                  + "? Reason, if any: "
                  + reason
                  + "_ · Enter deny · Tab equal calls too · Esc back",
              width);
    };
  }

  private List<AttributedString> question(String scope, int width) {
    var fields = row == null ? null : row.approval();
    var tool =
        fields == null
            ? "it"
            : DecisionPage.brief(fields.line("server"))
                + " "
                + DecisionPage.brief(fields.line("tool"));
    var scopes = scopes();
    return bold(
        (seen < wrapped.size() ? "Only " + seen + " of " + wrapped.size() + " lines seen. " : "")
            + "Allow "
            + tool
            + switch (scope) {
              case "same" -> " once, and equal calls for a while";
              case "tool" -> " with any arguments for a while";
              default -> " once";
            }
            + "? y yes · n no"
            + (scopes.contains("same") ? " · s equal calls too" : "")
            + (scopes.contains("tool") ? " · t its other calls too" : ""),
        width);
  }

  private static List<AttributedString> bold(String text, int width) {
    var lines = new ArrayList<AttributedString>();
    Wrapped.lines(text, width)
        .forEach(line -> lines.add(new AttributedString(line, AttributedStyle.BOLD)));
    return lines;
  }
}
