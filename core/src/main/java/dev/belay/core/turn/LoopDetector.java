package dev.belay.core.turn;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Detects that a model repeats itself, from the calls that have ended (S1-8, S1-90).
 *
 * <p>Calls are equal if tool, arguments and result are: polling with a different answer each time
 * is no loop. Each rule warns once, until its pattern ends. A cycle is a repeated sequence of two
 * or more different calls. Not safe for use by several threads.
 */
public final class LoopDetector {
  /**
   * Texts up to this length are compared directly: each is shorter than a digest, so it cannot be
   * mistaken for one.
   */
  private static final int SHORT = 63;

  /** The number of calls in most turns. */
  private static final int FIRST = 8;

  private static final List<Rule> RULES = List.of(Rule.values());

  private enum Rule {
    REPEAT,
    ERRORS,
    CYCLE
  }

  /** A call that has ended, its arguments and result in canonical form. */
  record Seen(String tool, String arguments, String result, boolean isError) {
    /**
     * Digests texts that may be megabytes: they are kept, and compared under the lock of a turn.
     */
    Seen {
      arguments = digest(arguments);
      result = digest(result);
    }

    boolean isSame(Seen other) {
      return tool.equals(other.tool)
          && arguments.equals(other.arguments)
          && result.equals(other.result);
    }
  }

  /**
   * The count of a pattern, and its thresholds.
   *
   * @param length the number of calls in the pattern
   */
  private record Count(int times, int length, int warnAt, int haltAt) {
    static final Count NONE = new Count(0, 0, 0, 0);

    /** {@return the count; {@link #NONE} below both thresholds, as after most calls} */
    static Count of(int times, int length, int warnAt, int haltAt) {
      return reaches(times, warnAt) || reaches(times, haltAt)
          ? new Count(times, length, warnAt, haltAt)
          : NONE;
    }

    private static boolean reaches(int times, int threshold) {
      return threshold > 0 && times >= threshold;
    }

    boolean halts() {
      return reaches(times, haltAt);
    }

    boolean warns() {
      return reaches(times, warnAt);
    }
  }

  private final LoopLimits limits;
  private final List<Seen> past = new ArrayList<>(FIRST);

  /** The call at which each rule has warned, while its pattern lasts. */
  private Map<Rule, Seen> warned = Map.of();

  /** Creates a detector without a history. */
  public LoopDetector(LoopLimits limits) {
    this.limits = limits;
  }

  /** Clears the history: a new user message begins. */
  public void reset() {
    past.clear();
    warned = Map.of();
  }

  /**
   * Adds a call that has ended, and judges it.
   *
   * @param arguments in canonical form
   * @param result in canonical form
   */
  public LoopVerdict ended(String tool, String arguments, String result, boolean isError) {
    return ended(new Seen(tool, arguments, result, isError));
  }

  /** Adds a call that has ended, and judges it. */
  LoopVerdict ended(Seen call) {
    past.add(call);
    if (past.size() > limits.remembered()) {
      past.removeFirst();
    }
    LoopVerdict verdict = LoopVerdict.Fine.VERDICT;
    for (var rule : RULES) {
      verdict = worse(verdict, judge(rule));
    }
    return verdict;
  }

  /** Returns what is compared in place of a text that may be megabytes. */
  private static String digest(String text) {
    if (text.length() <= SHORT) {
      return text;
    }
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static LoopVerdict worse(LoopVerdict one, LoopVerdict other) {
    return switch (one) {
      case LoopVerdict.Halt _ -> one;
      case LoopVerdict.Fine _ -> other;
      case LoopVerdict.Warn _ -> other instanceof LoopVerdict.Halt ? other : one;
    };
  }

  private LoopVerdict judge(Rule rule) {
    var count = count(rule);
    if (count.halts()) {
      return new LoopVerdict.Halt(reason(rule, count));
    }
    var last = past.getLast();
    var at = warned.get(rule);
    // Other calls in between do not end a repetition, but they end a streak and a cycle.
    boolean goesOn = at != null && (rule != Rule.REPEAT || at.isSame(last));
    if (!count.warns()) {
      if (goesOn) {
        warned.remove(rule);
      }
      return LoopVerdict.Fine.VERDICT;
    }
    if (goesOn) {
      return LoopVerdict.Fine.VERDICT;
    }
    warned = warned.isEmpty() ? new EnumMap<>(Rule.class) : warned;
    warned.put(rule, last);
    return new LoopVerdict.Warn(reason(rule, count));
  }

  private Count count(Rule rule) {
    return switch (rule) {
      case REPEAT -> repeats();
      case ERRORS -> errors();
      case CYCLE -> cycle();
    };
  }

  private Count repeats() {
    var last = past.getLast();
    int times = 0;
    for (int i = Math.max(0, past.size() - limits.window()); i < past.size(); i++) {
      if (past.get(i).isSame(last)) {
        times++;
      }
    }
    return Count.of(times, 1, limits.warnAt(), limits.haltAt());
  }

  private Count errors() {
    int times = 0;
    while (times < past.size() && past.get(past.size() - 1 - times).isError()) {
      times++;
    }
    return Count.of(times, 1, limits.warnErrors(), limits.haltErrors());
  }

  /** Composed only when it is read. */
  private String reason(Rule rule, Count count) {
    var tool = past.getLast().tool();
    var halting = halting(count.haltAt());
    return switch (rule) {
      case REPEAT ->
          "Tool '%s' was called %d times with the same arguments and the same result%s."
              .formatted(tool, count.times(), halting);
      case ERRORS ->
          "%d calls in a row have failed, the last one of tool '%s'%s."
              .formatted(count.times(), tool, halting);
      case CYCLE ->
          "The same %d calls came %d times in the same order, the last one of tool '%s'%s."
              .formatted(count.length(), count.times(), tool, halting);
    };
  }

  private static String halting(int at) {
    return at == 0 ? "" : "; the turn ends at " + at;
  }

  private Count cycle() {
    for (int length = 2; length <= limits.longestCycle(); length++) {
      int rounds = rounds(length);
      if (rounds >= LoopLimits.WARN_ROUNDS && !isOneCall(length)) {
        return new Count(rounds, length, LoopLimits.WARN_ROUNDS, LoopLimits.HALT_ROUNDS);
      }
    }
    return Count.NONE;
  }

  /** {@return how often the last {@code length} calls occur in succession at the end} */
  private int rounds(int length) {
    int same = 0;
    for (int i = past.size() - 1; i >= length && past.get(i).isSame(past.get(i - length)); i--) {
      same++;
    }
    return same / length + 1;
  }

  private boolean isOneCall(int length) {
    var last = past.getLast();
    return past.subList(past.size() - length, past.size()).stream().allMatch(last::isSame);
  }
}
