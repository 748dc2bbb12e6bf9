package dev.belay.core.text;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.PatternSyntaxException;

/**
 * An upper bound on the steps that a pattern takes without looking at a character: a group that
 * matches the empty string can be repeated two billion times at one position, and twenty optional
 * ones can be skipped in a million ways. Steps that look at a character are counted by {@link
 * StoppableText}, and cost nothing here.
 *
 * <p>Reads the syntax of {@link java.util.regex.Pattern}, and leaves syntax errors to it. For use
 * by one thread.
 */
final class PatternCost {
  /** More than any bound, and far from an overflow of products. */
  private static final long ENDLESS = 1L << 30;

  /** Matches the empty string, and ends no alternative. */
  private static final Piece NOTHING = new Piece(1, 1, 0);

  /** An element that looks at a character, or fails at the end of the text. */
  private static final Piece CHARACTER = new Piece(0, 1, 0);

  /** An element that may match no character: an anchor, a reference to an empty group. */
  private static final Piece PLACE = new Piece(1, 1, 1);

  private final String pattern;
  private final String text;
  private final Deque<Group> groups = new ArrayDeque<>();
  private int at;

  private PatternCost(String pattern) {
    this.pattern = pattern;
    text = withoutQuotes(pattern);
  }

  /**
   * {@return the number of steps at one position of a text}
   *
   * @throws PatternSyntaxException if the pattern has comments, which hide its structure
   */
  static long of(String pattern) {
    return new PatternCost(pattern).whole();
  }

  /**
   * A part of the pattern.
   *
   * @param ways the number of ways to match without a look
   * @param open the number of ways open at its end without a look since the last one
   * @param steps the number of steps without a look
   */
  private record Piece(long ways, long open, long steps) {
    Piece then(Piece next) {
      return new Piece(
          bounded(ways * next.ways),
          bounded(Math.max(next.open, open * next.ways)),
          bounded(steps + open * next.steps));
    }

    Piece or(Piece other) {
      return new Piece(
          bounded(ways + other.ways),
          bounded(Math.max(Math.max(open, other.open), ways + other.ways)),
          bounded(steps + other.steps + 1));
    }

    /** A lookaround or atomic group: it matches or fails, and is never re-entered. */
    Piece once() {
      return new Piece(1, 1, bounded(steps + 1));
    }

    Piece times(long least, boolean repeats) {
      long each = ways == 0 && repeats ? bounded(steps + open * steps) : steps;
      long skipped = least == 0 ? 1 : 0;
      return new Piece(
          bounded(ways + skipped),
          bounded(Math.max(open, ways + skipped)),
          // A part that looks is counted by its looks; one that does not is repeated as often as
          // required.
          bounded((ways == 0 ? each : Math.max(1, least) * each) + skipped));
    }

    private static long bounded(long value) {
      return Math.min(value, ENDLESS);
    }
  }

  /** An open group: its former alternatives, and the present one. */
  private static final class Group {
    final boolean isOnce;
    Piece sequence = NOTHING;
    private Piece alternatives = NOTHING;
    private boolean hasAlternatives;

    Group(boolean isOnce) {
      this.isOnce = isOnce;
    }

    void alternative() {
      alternatives = whole();
      hasAlternatives = true;
      sequence = NOTHING;
    }

    Piece whole() {
      return hasAlternatives ? alternatives.or(sequence) : sequence;
    }

    Piece closed() {
      var inner = whole();
      return isOnce ? inner.once() : inner.ways() == 0 ? inner : inner.then(PLACE);
    }
  }

  private long whole() {
    groups.push(new Group(/* isOnce= */ false));
    while (at < text.length()) {
      var group = groups.element();
      switch (text.charAt(at)) {
        case '(' -> open();
        case ')' -> {
          at++;
          if (groups.size() > 1) {
            groups.pop();
            append(group.closed());
          }
        }
        case '|' -> {
          at++;
          group.alternative();
        }
        default -> append(atom());
      }
    }
    var cost = groups.element().whole();
    while (groups.size() > 1) {
      groups.pop();
      cost = groups.element().sequence.then(cost);
    }
    return cost.steps();
  }

  private void append(Piece piece) {
    var group = groups.element();
    group.sequence = group.sequence.then(quantified(piece));
  }

  private void open() {
    at++;
    if (at >= text.length() || text.charAt(at) != '?') {
      groups.push(new Group(/* isOnce= */ false));
      return;
    }
    at++;
    char kind = at < text.length() ? text.charAt(at) : ')';
    boolean looksBack =
        kind == '<' && at + 1 < text.length() && "=!".indexOf(text.charAt(at + 1)) >= 0;
    if (looksBack) {
      at += 2;
      groups.push(new Group(/* isOnce= */ true));
    } else if (kind == '=' || kind == '!' || kind == '>') {
      at++;
      groups.push(new Group(/* isOnce= */ true));
    } else if (kind == '<') {
      int end = text.indexOf('>', at);
      at = end < 0 ? text.length() : end + 1;
      groups.push(new Group(/* isOnce= */ false));
    } else {
      flags();
    }
  }

  private void flags() {
    while (at < text.length() && text.charAt(at) != ':' && text.charAt(at) != ')') {
      if (text.charAt(at) == 'x') {
        throw new PatternSyntaxException("The flag x, for comments, is not taken", pattern, at);
      }
      at++;
    }
    if (at < text.length() && text.charAt(at) == ':') {
      groups.push(new Group(/* isOnce= */ false));
    }
    at++;
  }

  /** Reads an element that is not a group. A quantifier with nothing before it repeats nothing. */
  private Piece atom() {
    char c = text.charAt(at);
    return switch (c) {
      case '{', '*', '+', '?' -> {
        // A syntax error, except for braces; there the position stays, and the quantifier is read
        // next.
        if (!isRepetition()) {
          at++;
        }
        yield PLACE;
      }
      case '^', '$' -> {
        at++;
        yield PLACE;
      }
      case '[' -> {
        characterClass();
        yield CHARACTER;
      }
      case '\\' -> escape();
      default -> {
        at += Character.charCount(text.codePointAt(at));
        yield CHARACTER;
      }
    };
  }

  private boolean isRepetition() {
    return text.charAt(at) == '{' && at + 1 < text.length() && isDigit(text.charAt(at + 1));
  }

  private Piece escape() {
    at++;
    if (at >= text.length()) {
      return PLACE;
    }
    char c = text.charAt(at);
    at += Character.charCount(text.codePointAt(at));
    boolean isBraced = at < text.length() && text.charAt(at) == '{';
    return switch (c) {
      case 'A', 'B', 'G', 'z', 'Z' -> PLACE;
      case 'b' -> {
        if (text.startsWith("{g}", at)) {
          at += 3;
        }
        yield PLACE;
      }
      case 'k' -> {
        skipTo('>');
        yield PLACE;
      }
      case '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
        // How many digits belong to it depends on the number of groups; digits cost nothing.
        yield PLACE;
      }
      case 'p', 'P', 'x', 'N' -> {
        if (isBraced) {
          skipTo('}');
        } else if (c == 'p' || c == 'P') {
          at = Math.min(text.length(), at + 1);
        }
        yield CHARACTER;
      }
      case 'c' -> {
        at = Math.min(text.length(), at + 1);
        yield CHARACTER;
      }
      default -> CHARACTER;
    };
  }

  private void skipTo(char end) {
    int found = text.indexOf(end, at);
    at = found < 0 ? text.length() : found + 1;
  }

  /** A closing bracket at the beginning of a class is one of its characters. */
  private void characterClass() {
    int depth = 0;
    boolean isEmpty = true;
    do {
      char c = text.charAt(at);
      at++;
      if (c == '[') {
        depth++;
        isEmpty = true;
        if (at < text.length() && text.charAt(at) == '^') {
          at++;
        }
      } else if (c == ']' && !isEmpty) {
        depth--;
      } else {
        isEmpty = false;
        if (c == '\\') {
          at++;
        }
      }
    } while (depth > 0 && at < text.length());
    at = Math.min(at, text.length());
  }

  private Piece quantified(Piece piece) {
    if (at >= text.length()) {
      return piece;
    }
    var repeated =
        switch (text.charAt(at)) {
          case '?' -> piece.times(0, /* repeats= */ false);
          case '*' -> piece.times(0, /* repeats= */ true);
          case '+' -> piece.times(1, /* repeats= */ true);
          default -> null;
        };
    if (repeated != null) {
      at++;
    } else if (isRepetition()) {
      at++;
      repeated = piece.times(number(), /* repeats= */ true);
      skipTo('}');
    } else {
      return piece;
    }
    if (at < text.length() && "?+".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return repeated;
  }

  private long number() {
    long number = 0;
    while (at < text.length() && isDigit(text.charAt(at))) {
      number = Math.min(ENDLESS, number * 10 + text.charAt(at) - '0');
      at++;
    }
    return number;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** {@return the pattern with each character between \Q and \E escaped, as the JDK does first} */
  private static String withoutQuotes(String pattern) {
    var text = new StringBuilder();
    boolean isQuoted = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      char next = i + 1 < pattern.length() ? pattern.charAt(i + 1) : 0;
      if (c == '\\' && next == (isQuoted ? 'E' : 'Q')) {
        isQuoted = !isQuoted;
        i++;
      } else if (isQuoted) {
        text.append(c < 128 && !Character.isLetterOrDigit(c) ? "\\" : "").append(c);
      } else {
        text.append(c);
        if (c == '\\' && i + 1 < pattern.length()) {
          text.append(next);
          i++;
        }
      }
    }
    return text.toString();
  }
}
