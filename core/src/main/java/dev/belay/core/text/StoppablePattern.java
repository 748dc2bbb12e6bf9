package dev.belay.core.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern from outside, whose trying ends (C37): a {@link StoppableText} counts its looks at
 * characters, and what it does between two of them is bounded before it is compiled.
 */
public final class StoppablePattern {
  /** The most steps without a look at one place of a text. */
  static final long STEPS = 100_000;

  /** The most of them over a whole text, which take about a second. */
  private static final long STEPS_IN_ALL = 1_000_000_000;

  private final Pattern pattern;
  private final long steps;

  private StoppablePattern(Pattern pattern, long steps) {
    this.pattern = pattern;
    this.steps = steps;
  }

  /**
   * {@return it, with flags of {@link Pattern}, but for {@link Pattern#COMMENTS}}
   *
   * @throws PatternSyntaxException if it is no pattern, or repeats or skips what matches nothing
   *     more than 100,000 times
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

  /** {@return it, without flags} */
  public static StoppablePattern of(String pattern) {
    return of(pattern, 0);
  }

  /**
   * {@return what tries it on {@code text}}
   *
   * @throws SlowPatternException if it may take too many steps on a text so long
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
