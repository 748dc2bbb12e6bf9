package dev.belay.core.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern from outside with bounded matching (C37): a {@link StoppableText} counts its looks at
 * characters, and the steps between two of them are bounded before it is compiled.
 */
public final class StoppablePattern {
  /** The greatest number of steps without a look at one position of a text. */
  static final long STEPS = 100_000;

  /** The greatest number of such steps over a whole text, which take about a second. */
  private static final long STEPS_IN_ALL = 1_000_000_000;

  private final Pattern pattern;
  private final long steps;

  private StoppablePattern(Pattern pattern, long steps) {
    this.pattern = pattern;
    this.steps = steps;
  }

  /**
   * {@return the compiled pattern, with flags of {@link Pattern} other than {@link
   * Pattern#COMMENTS}}
   *
   * @throws PatternSyntaxException if the syntax is wrong, or parts that match the empty string are
   *     repeated or skipped more than 100,000 times
   */
  public static StoppablePattern of(String pattern, int flags) {
    if ((flags & Pattern.COMMENTS) != 0) {
      throw new IllegalArgumentException("comments are not taken");
    }
    long steps = (flags & Pattern.LITERAL) == 0 ? PatternCost.of(pattern) : 0;
    if (steps > STEPS) {
      throw new PatternSyntaxException(
          "Parts that can match nothing are tried more than %,d times; repeat them less often"
              .formatted(STEPS),
          pattern,
          -1);
    }
    return new StoppablePattern(Pattern.compile(pattern, flags), steps);
  }

  /** {@return the compiled pattern, without flags} */
  public static StoppablePattern of(String pattern) {
    return of(pattern, 0);
  }

  /**
   * {@return a matcher of this pattern on {@code text}}
   *
   * @throws SlowPatternException if it may take too many steps on a text of this length
   */
  public Matcher matcher(StoppableText text) {
    if (steps * (text.length() + 1L) > STEPS_IN_ALL) {
      throw new SlowPatternException(text.length());
    }
    return pattern.matcher(text);
  }

  @Override
  public String toString() {
    return pattern.toString();
  }
}
