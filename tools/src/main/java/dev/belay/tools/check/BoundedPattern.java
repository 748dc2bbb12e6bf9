package dev.belay.tools.check;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import dev.belay.core.text.StoppablePattern;
import dev.belay.core.text.StoppableText;

/** A pattern of a schema, which tries for so long and no longer (C37). */
record BoundedPattern(StoppablePattern pattern) implements RegularExpression {
  /** Some tenths of a second. */
  private static final long LOOKS = 20_000_000;

  /** {@return one as JSON Schema writes it} */
  static BoundedPattern of(String written) {
    return new BoundedPattern(
        StoppablePattern.of(
            RegularExpressions.replaceLongformCharacterProperties(
                RegularExpressions.replaceDollarAnchors(written))));
  }

  @Override
  public boolean matches(String value) {
    return pattern.matcher(new StoppableText(value, LOOKS)).find();
  }
}
