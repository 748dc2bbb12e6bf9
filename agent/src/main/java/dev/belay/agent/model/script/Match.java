package dev.belay.agent.model.script;

import dev.belay.core.text.StoppablePattern;
import dev.belay.core.text.StoppableText;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What a text has to have somewhere: {@code some words}, or {@code /an expression/}. */
record Match(StoppablePattern pattern, String written) {
  /**
   * {@return what looks for it}
   *
   * @throws PatternSyntaxException if it is an expression, and a wrong one
   */
  static Match of(String written) {
    boolean isExpression = written.length() > 2 && written.startsWith("/") && written.endsWith("/");
    var pattern =
        isExpression
            ? StoppablePattern.of(written.substring(1, written.length() - 1))
            : StoppablePattern.of(written, Pattern.LITERAL);
    return new Match(pattern, isExpression ? written : "'" + written + "'");
  }

  boolean in(String text) {
    return pattern.matcher(new StoppableText(text)).find();
  }
}
