package dev.belay.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("SEC-C2: no pattern tries for ever without a look at its text")
class StoppablePatternTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(?:(?:){2000000000}){2000000000}",
        "(?:){2000000000}",
        "(?:(?:^){2000000000}){2000000000}",
        "(?:(?=){2000000000}){2000000000}",
        "^{2000000000}",
        "x|{2000000000}",
        "a{2}{2000000000}",
        "(?i){2000000000}",
        "(?<n>)\\k<n>{2000000000}",
        "()\\1{2000000000}",
        "\\b{2000000000}",
        "(?:(?:){1000}){1000,}",
        "x(?:(?:){1000}?){1000}+",
        "(?:\\Q\\E){2000000000}",
        "[]](?:){2000000000}",
        "[^]](?:){2000000000}",
        "[\\Q\\E](]](?:){2000000000}",
        "[a&&[b]](?:){2000000000}",
        "[\\]](?:){2000000000}",
        "\\Q(\\E(?:){2000000000}",
        "\\p{L}(?:){2000000000}",
        "\\x{41}(?:){2000000000}",
        "(?:a?){2000000000}",
        "(?>){2000000000}",
        "(?<=){2000000000}",
        "(?!a{0,2}){2000000000}",
        "(?x)(?:) {2000000000}",
        "(?i-x:(?:) {2000000000})",
        "((?:)(?:)){99999}"
      })
  void refused(String pattern) {
    assertThatThrownBy(() -> StoppablePattern.of(pattern))
        .isInstanceOf(PatternSyntaxException.class)
        .hasMessageContaining(
            pattern.contains("x)") || pattern.contains("-x") ? "flag x" : "100,000 times");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(?:|)", "(?:)?", "(?:^|$|)", "(?:a?|b?)"})
  void waysMultiply(String part) {
    StoppablePattern.of(part);
    assertThatThrownBy(() -> StoppablePattern.of(part.repeat(40) + "(?!)"))
        .isInstanceOf(PatternSyntaxException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "^.{0,2000000}$",
        "(?:x(?:|))?(?:x(?:|))?(?:x(?:|))?(?:x(?:|))?",
        "(?:[a-z]{1,63}\\.){1,127}[a-z]{2,63}",
        "[a-z]{100000}(?:x{1000}){1000}",
        "^(?:a*)*(b|c)?(d|e)?(f|g)?(h|i)?$",
        "\\bfoo\\b|\\bbar\\b",
        "(?i)(?:public|private)?\\s*(?:static)?\\s*void\\s+\\w+\\(.*\\)",
        "[{}()*]{3}\\{\\Q{2000000000}\\E[(?:]{2000000}",
        "(?<year>\\d{4})-(?<month>\\d{2})\\k<year>?",
        "(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}",
        "a?b?c?d?e?f?g?h?i?j?k?l?m?n?o?p?q?r?s?t?u?v?w?x?y?z?"
      })
  void taken(String pattern) {
    assertThat(StoppablePattern.of(pattern)).hasToString(pattern);
  }

  @Test
  @DisplayName("a mistake is told as the JDK tells it")
  void mistakes() {
    for (var pattern :
        new String[] {"(", "[", "a{", "a{2", "*", "\\", "(?", "(?<", "[\\", "a)", "\\p{"}) {
      assertThatThrownBy(() -> StoppablePattern.of(pattern))
          .as(pattern)
          .isInstanceOf(PatternSyntaxException.class)
          .hasMessageNotContaining("100,000");
    }
  }

  @Test
  @DisplayName("what is cheap at one place is refused on a text with too many")
  void places() {
    var pattern = StoppablePattern.of("(?:){50000}(?!)");
    assertThat(pattern.matcher(new StoppableText("short")).find()).isFalse();
    var text = new StoppableText("x".repeat(100_000));
    assertThatThrownBy(() -> pattern.matcher(text)).isInstanceOf(SlowPatternException.class);
  }

  @Test
  @DisplayName("braces of a literal are no repetition")
  void literal() {
    var pattern = StoppablePattern.of("(?:){2000000000}", Pattern.LITERAL);
    assertThat(pattern.matcher(new StoppableText("a (?:){2000000000}")).find()).isTrue();
  }
}
