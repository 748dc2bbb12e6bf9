package dev.belay.config;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A condition on one argument of a call, such as {@code /command unlike git status*}: {@code
 * tools.GLOB.approval_when}.
 *
 * @param pointer a JSON Pointer (RFC 6901) into the arguments, in which {@code *} stands for every
 *     item or member
 * @param test what is compared
 * @param operand what it is compared with
 */
public record ArgumentCondition(String pointer, Test test, String operand) {
  private static final int LONGEST = 500;
  private static final Pattern FORM =
      Pattern.compile("(/\\S*) +(is not|is|like|unlike|outside|<=|<|>=|>) +(\\S.*)");

  /** Lists of conditions, each a text. */
  static final Codec<List<ArgumentCondition>> LIST =
      Codec.of(
          Codec.Shape.FILLED_LIST_OR_TEXT,
          ArgumentCondition::read,
          conditions -> Codec.show(conditions.stream().map(ArgumentCondition::toString).toList()));

  /** How an argument is compared. */
  public enum Test {
    /** It is that text, number or literal. */
    IS("is"),
    /** It is another, or missing. */
    IS_NOT("is not"),
    /** It matches the glob. */
    LIKE("like"),
    /** It does not match the glob, or is missing. */
    UNLIKE("unlike"),
    /** It is no absolute path below that folder, or missing; links are not followed. */
    OUTSIDE("outside"),
    /** It is less, or no number. */
    LESS("<"),
    /** It is less or equal, or no number. */
    AT_MOST("<="),
    /** It is greater, or no number. */
    GREATER(">"),
    /** It is greater or equal, or no number. */
    AT_LEAST(">=");

    private final String word;

    Test(String word) {
      this.word = word;
    }

    boolean isOfNumbers() {
      return switch (this) {
        case IS, IS_NOT, LIKE, UNLIKE, OUTSIDE -> false;
        case LESS, AT_MOST, GREATER, AT_LEAST -> true;
      };
    }
  }

  private static Reading<List<ArgumentCondition>> read(List<String> texts) {
    var all = new ArrayList<ArgumentCondition>();
    for (var text : texts) {
      var condition = of(text.strip());
      if (condition == null) {
        return new Reading.Wrong<>(
            "expected conditions such as '/command unlike git status*', '/path outside /srv' or"
                + " '/amount > 100'");
      }
      all.add(condition);
    }
    return new Reading.Good<>(all);
  }

  private static @Nullable ArgumentCondition of(String text) {
    var form = FORM.matcher(text);
    if (text.length() > LONGEST || !form.matches()) {
      return null;
    }
    var word = form.group(2);
    for (var test : Test.values()) {
      if (test.word.equals(word)) {
        var condition = new ArgumentCondition(form.group(1), test, form.group(3).strip());
        return condition.isSound() ? condition : null;
      }
    }
    return null;
  }

  private boolean isSound() {
    return (!test.isOfNumbers() || number(operand) != null)
        && (test != Test.OUTSIDE || operand.startsWith("/"));
  }

  /** {@return the number that a text is; null for what is none, or of absurd length} */
  public static @Nullable BigDecimal number(String text) {
    try {
      return text.length() > 100 ? null : new BigDecimal(text);
    } catch (NumberFormatException _) {
      return null;
    }
  }

  @Override
  public String toString() {
    return pointer + " " + test.word + " " + operand;
  }
}
