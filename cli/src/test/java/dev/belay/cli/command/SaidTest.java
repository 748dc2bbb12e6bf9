package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.cli.shell.HelpPage;
import dev.belay.cli.shell.UsageException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A command line is read by the options and parameters of its help page")
final class SaidTest {
  private static final HelpPage PAGE =
      new HelpPage(
          """
          Parameters:
                TOOL             the tool's name
                [WORD...]        more

          Options:
                --port=PORT      where; none
                                 --never
                --env=NAME=VALUE
                                 a variable
                --no-auth        nobody is asked
            -q, --quiet          less
                --compare=FILE FILE  two
            -h, --help           this
          """);

  @Test
  void valuesFollowTheirOptions() throws UsageException {
    var said = read("t", "--port", "0", "--env=A=b", "--env", "C=", "--port=1");
    assertThat(said.value("--port")).isEqualTo("1");
    assertThat(said.values("--env")).containsExactly("A=b", "C=");
    assertThat(said.value("--url")).isNull();
    assertThat(said.values("--url")).isEmpty();
    assertThat(read("t", "--compare", "a", "b", "c").values("--compare")).containsExactly("a", "b");
  }

  @Test
  void aFlagTakesNoValue() throws UsageException {
    var said = read("t", "--no-auth", "--port", "0", "-q");
    assertThat(said.has("--no-auth")).isTrue();
    assertThat(said.has("--quiet")).isTrue();
    assertThat(said.value("--port")).isEqualTo("0");
    assertThat(read("t", "--port", "0").has("--no-auth")).isFalse();
  }

  @Test
  void wordsStandAnywhere() throws UsageException {
    assertThat(read("t", "--port", "-1", "-", "x").words()).containsExactly("t", "-", "x");
    assertThat(read("-h").asksForHelp()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "t --prot 1|unknown option --prot; did you mean --port? Options of the server itself go",
        "t --never|unknown option --never",
        "t --port|option --port needs a value",
        "t --port --env|option --port needs a value",
        "t --compare a|option --compare needs a value",
        "t --no-auth=yes|option --no-auth takes no value",
        "--quiet|TOOL is missing: the tool's name"
      })
  void whatIsWrongIsNamed(String typed, String why) {
    assertThatThrownBy(() -> read(typed.split(" ", -1)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(why);
  }

  private static Said read(String... typed) throws UsageException {
    return Said.read(PAGE, List.of(typed));
  }
}
