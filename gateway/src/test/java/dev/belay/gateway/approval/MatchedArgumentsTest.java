package dev.belay.gateway.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.ArgumentCondition;
import dev.belay.config.ArgumentCondition.Test;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Conditions on arguments say when a person is asked, in doubt always")
final class MatchedArgumentsTest {
  private static boolean holds(String pointer, Test test, String operand, String arguments) {
    return MatchedArguments.anyHolds(
        List.of(new ArgumentCondition(pointer, test, operand)),
        arguments.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/c|LIKE|git status*|{\"c\":\"git status -s\"}|true",
        "/c|LIKE|git status*|{\"c\":\"rm\"}|false",
        "/c|LIKE|git status*|{}|false",
        "/c|UNLIKE|git status*|{\"c\":\"git status -s\"}|false",
        "/c|UNLIKE|git status*|{\"c\":\"rm\"}|true",
        "/c|UNLIKE|git status*|{}|true",
        "/c|UNLIKE|git status*|{\"c\":[\"git status\"]}|true",
        "/c|IS|1|{\"c\":1}|true",
        "/c|IS|1|{\"c\":\"1\"}|true",
        "/c|IS|true|{\"c\":true}|true",
        "/c|IS_NOT|prod|{\"c\":\"prod\"}|false",
        "/c|IS_NOT|prod|{}|true",
        "/a/b|IS|x|{\"a\":{\"b\":\"x\"}}|true",
        "/a/1|IS|x|{\"a\":[\"y\",\"x\"]}|true",
        "/a/2|IS|x|{\"a\":[\"y\",\"x\"]}|false",
        "/a/01|IS|x|{\"a\":[\"y\",\"x\"]}|false",
        "/a/*|IS|x|{\"a\":[\"y\",\"x\"]}|true",
        "/a/*/p|OUTSIDE|/srv|{\"a\":[{\"p\":\"/srv/a\"},{}]}|true",
        "/a/*/p|OUTSIDE|/srv|{\"a\":[{\"p\":\"/srv/a\"}]}|false",
        "/a/*/p|OUTSIDE|/srv|{\"a\":[]}|false",
        "/a|LIKE|git*|{\"a\":[\"rm\"]}|true",
        "/a|IS|x|{\"a\":{}}|true",
        "/n|IS|100|{\"n\":1e2}|true",
        "/n|IS_NOT|100|{\"n\":100.0}|false",
        "/p|OUTSIDE|/srv|{\"P\":\"/etc\",\"p\":\"/srv/x\"}|true",
        "/a/*/p|UNLIKE|x*|{\"a\":[{\"p\":\"x1\"},{\"p\":\"y\"}]}|true",
        "/*|IS|x|{\"a\":\"y\",\"b\":\"x\"}|true",
        "/a~1b|IS|x|{\"a/b\":\"x\"}|true",
        "/a~0b|IS|x|{\"a~b\":\"x\"}|true",
        "/n|GREATER|100|{\"n\":100}|false",
        "/n|GREATER|100|{\"n\":100.5}|true",
        "/n|GREATER|100|{\"n\":1e3}|true",
        "/n|GREATER|100|{\"n\":\"many\"}|true",
        "/n|GREATER|100|{}|true",
        "/n|AT_LEAST|100|{\"n\":100}|true",
        "/n|LESS|0|{\"n\":-1}|true",
        "/n|LESS|0|{\"n\":0}|false",
        "/n|AT_MOST|0|{\"n\":0}|true",
        "/p|OUTSIDE|/srv/data|{\"p\":\"/srv/data/a\"}|false",
        "/p|OUTSIDE|/srv/data/|{\"p\":\"/srv//data/./a\"}|false",
        "/p|OUTSIDE|/srv/data|{\"p\":\"/srv/data\"}|false",
        "/p|OUTSIDE|/srv/data|{\"p\":\"/srv/data/../etc\"}|true",
        "/p|OUTSIDE|/srv/data|{\"p\":\"/srv/database\"}|true",
        "/p|OUTSIDE|/srv/data|{\"p\":\"data/a\"}|true",
        "/p|OUTSIDE|/srv/data|{\"p\":\"/srv/data\\\\..\\\\x\"}|true",
        "/p|OUTSIDE|/srv/data|{\"p\":{}}|true",
        "/p|OUTSIDE|/srv/data|{}|true"
      })
  void each(String pointer, Test test, String operand, String arguments, boolean expected) {
    assertThat(holds(pointer, test, operand, arguments)).isEqualTo(expected);
  }

  @org.junit.jupiter.api.Test
  @DisplayName("One of several is enough, and more values than can be judged are one")
  void several() {
    var none = new ArgumentCondition("/a", Test.IS, "x");
    var one = new ArgumentCondition("/b", Test.IS, "y");
    var arguments = "{\"b\":\"y\"}".getBytes(StandardCharsets.UTF_8);
    assertThat(MatchedArguments.anyHolds(List.of(none, one), arguments)).isTrue();
    assertThat(MatchedArguments.anyHolds(List.of(none), arguments)).isFalse();
    var many = "{\"a\":[" + "1,".repeat(20_000) + "1]}";
    assertThat(holds("/a/*", Test.IS, "2", many)).isTrue();
    var names = new StringBuilder("{\"x\":0");
    for (int i = 0; i < 100_000; i++) {
      names.append(",\"n").append(i).append("\":1");
    }
    assertThat(holds("/*", Test.IS, "2", names.append('}').toString())).isTrue();
  }

  @org.junit.jupiter.api.Test
  @DisplayName("A text too long to compare with a glob is asked about")
  void longText() {
    var most = "x".repeat(MatchedArguments.LONGEST);
    assertThat(holds("/a", Test.LIKE, "git*", "{\"a\":\"" + most + "\"}")).isFalse();
    assertThat(holds("/a", Test.LIKE, "git*", "{\"a\":\"" + most + "x\"}")).isTrue();
    assertThat(holds("/a", Test.UNLIKE, "x*", "{\"a\":\"" + most + "\"}")).isFalse();
    assertThat(holds("/a", Test.UNLIKE, "x*", "{\"a\":\"" + most + "x\"}")).isTrue();
  }
}
