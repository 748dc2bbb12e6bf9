package dev.belay.gateway.approval;

import dev.belay.core.approval.AllowedCall;
import dev.belay.core.approval.Approval;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a call beside those of the last call of its tool that people have allowed.
 *
 * <p>A help for reading, beside the whole arguments. Bounded: every text in it is short, with every
 * character visible.
 *
 * @param earlier the call that was allowed; null if none is known
 * @param changes the first differences, in the order of the arguments
 * @param more how many more there are
 */
record ComparedArguments(
    Result result, @Nullable AllowedCall earlier, List<Change> changes, long more) {
  /** The most changes that are named. */
  static final int MOST = 20;

  /** Longer arguments are not compared. */
  static final int LONGEST = 1 << 20;

  private static final int LONGEST_POINTER = 200;
  private static final int LONGEST_VALUE = 120;

  /** How much of what is equal stands before the first different character of a long value. */
  private static final int LEAD = 20;

  /** The most changes in a sentence. */
  private static final int MOST_SAID = 3;

  /** What the comparison has found. */
  enum Result {
    /** There is no call to compare with. */
    NO_EARLIER,
    /** The arguments are the same. */
    EQUAL,
    /** They differ. */
    DIFFERENT,
    /** They differ, and are too long to be compared. */
    TOO_LONG
  }

  /**
   * One difference.
   *
   * @param pointer where, as a JSON Pointer in the notation of a JSON string
   * @param old the value in the call that was allowed; null if it has none there
   * @param now the value in this call; null if it has none there
   */
  record Change(String pointer, @Nullable String old, @Nullable String now) {}

  /**
   * {@return the arguments of a call that waits beside those of an earlier one}
   *
   * @param earlier the last one that was allowed; null if none is known
   */
  static ComparedArguments of(Approval approval, @Nullable AllowedCall earlier) {
    var asked = approval.asked();
    if (earlier == null) {
      return new ComparedArguments(Result.NO_EARLIER, null, List.of(), 0);
    }
    if (earlier.digest().equals(asked.digest())) {
      return new ComparedArguments(Result.EQUAL, earlier, List.of(), 0);
    }
    if (earlier.arguments().isEmpty() || asked.arguments().length() > LONGEST) {
      return new ComparedArguments(Result.TOO_LONG, earlier, List.of(), 0);
    }
    var walk = new Walk(utf8(earlier.arguments()), utf8(asked.arguments()));
    walk.values(new Span(0, walk.old.length), new Span(0, walk.now.length));
    long more = walk.found - walk.changes.size();
    return new ComparedArguments(Result.DIFFERENT, earlier, List.copyOf(walk.changes), more);
  }

  /** {@return the whole in one sentence without its end; empty if there is nothing to compare} */
  String sentence() {
    if (earlier == null) {
      return "";
    }
    var call =
        " the call that "
            + ShownArguments.visible(String.join(", ", earlier.by()))
            + " allowed at "
            + earlier.at().truncatedTo(ChronoUnit.SECONDS);
    return switch (result) {
      case NO_EARLIER -> "";
      case EQUAL -> "equal to" + call;
      case TOO_LONG -> "other arguments than" + call;
      case DIFFERENT -> {
        var named = changes.stream().limit(MOST_SAID).map(Change::pointer).toList();
        long rest = changes.size() + more - named.size();
        yield "differs from"
            + call
            + " in "
            + String.join(", ", named)
            + (rest == 0 ? "" : " and " + rest + " more");
      }
    };
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** One comparison. */
  private static final class Walk {
    private final byte[] old;
    private final byte[] now;
    private final List<Change> changes = new ArrayList<>();

    /** The pointer to the values that are compared. */
    private final StringBuilder path = new StringBuilder();

    private long found;

    Walk(byte[] old, byte[] now) {
      this.old = old;
      this.now = now;
    }

    void values(Span before, Span after) {
      if (before.isObject(old) && after.isObject(now)) {
        var had = Slices.members(old, before);
        var has = Slices.members(now, after);
        var names = new TreeSet<>(had.keySet());
        names.addAll(has.keySet());
        names.forEach(name -> part(token(name), had.get(name), has.get(name)));
      } else if (before.isArray(old) && after.isArray(now)) {
        var had = Slices.items(old, before);
        var has = Slices.items(now, after);
        for (int i = 0; i < Math.max(had.size(), has.size()); i++) {
          part(
              Integer.toString(i),
              i < had.size() ? had.get(i) : null,
              i < has.size() ? has.get(i) : null);
        }
      } else {
        differ(before, after);
      }
    }

    private void part(String token, @Nullable Span before, @Nullable Span after) {
      int length = path.length();
      path.append('/').append(token);
      if (before != null && after != null) {
        values(before, after);
      } else {
        differ(before, after);
      }
      path.setLength(length);
    }

    private void differ(@Nullable Span before, @Nullable Span after) {
      var had = before == null ? null : text(old, before);
      var has = after == null ? null : text(now, after);
      if (had != null && had.equals(has)) {
        return;
      }
      found++;
      if (changes.size() < MOST) {
        int same = had == null || has == null ? 0 : same(had, has);
        changes.add(
            new Change(
                shortened(path.toString()),
                had == null ? null : excerpt(had, same),
                has == null ? null : excerpt(has, same)));
      }
    }

    private static String text(byte[] json, Span value) {
      return new String(json, value.offset(), value.length(), StandardCharsets.UTF_8);
    }

    private static String token(String name) {
      var quoted = JsonString.quote(name.replace("~", "~0").replace("/", "~1"));
      return quoted.substring(1, quoted.length() - 1);
    }

    private static int same(String one, String other) {
      int at = 0;
      while (at < one.length() && at < other.length() && one.charAt(at) == other.charAt(at)) {
        at++;
      }
      return at;
    }
  }

  private static String shortened(String pointer) {
    int half = LONGEST_POINTER / 2;
    return pointer.length() <= LONGEST_POINTER
        ? ShownArguments.visible(pointer)
        : ShownArguments.visible(pointer.substring(0, whole(pointer, half)))
            + "…"
            + ShownArguments.visible(pointer.substring(whole(pointer, pointer.length() - half)));
  }

  /** {@return a value, or as much of a long one as is worth seeing} */
  private static String excerpt(String value, int same) {
    if (value.length() <= LONGEST_VALUE) {
      return ShownArguments.visible(value);
    }
    int begin = same + LEAD <= LONGEST_VALUE ? 0 : whole(value, same - LEAD);
    int end = whole(value, Math.min(value.length(), begin + LONGEST_VALUE));
    return (begin == 0 ? "" : "…")
        + ShownArguments.visible(value.substring(begin, end))
        + (end == value.length() ? "" : "…")
        + " ("
        + value.length()
        + " characters)";
  }

  /** {@return an index near that one that splits no surrogate pair} */
  private static int whole(String text, int index) {
    return index > 0
            && index < text.length()
            && Character.isLowSurrogate(text.charAt(index))
            && Character.isHighSurrogate(text.charAt(index - 1))
        ? index - 1
        : index;
  }
}
