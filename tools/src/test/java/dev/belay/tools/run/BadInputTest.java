package dev.belay.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.declare.Tools;
import jakarta.validation.constraints.Max;
import java.net.URI;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Bad input: a tool does not run, and its caller is told what to mend")
final class BadInputTest {
  private final Rig rig = new Rig(11, new StandardContract());
  private final Filed filed = new Filed();

  enum Kind {
    NOTE,
    BILL
  }

  record Folder(String name, List<Folder> folders) {}

  static final class Filed {
    final List<String> ran = new ArrayList<>();

    @Tool
    String file(
        String name,
        @Arg(defaultValue = "1") @Max(10) int copies,
        @Arg(required = false) LocalDate day,
        @Arg(required = false) URI at,
        @Arg(required = false) Kind kind,
        @Arg(required = false) Folder folder) {
      ran.add(name);
      return "filed " + name.length();
    }
  }

  private Rig.Started call(String arguments) {
    var tool = Tools.of(filed).named("file").orElseThrow();
    var started = rig.start(tool, Rig.request(arguments), Client.NONE);
    rig.simulation.run();
    return started;
  }

  @ParameterizedTest(name = "{0}")
  @Claim({"B1", "B2", "B5"})
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          missing             | {}                                      | name: missing; expected a string
          extra               | {"name":"x","nmae":"y"}                 | nmae: unknown. Did you mean name?
          null                | {"name":null}                           | name: expected a string, got null
          wrong-typed         | {"name":["x"]}                          | name: expected a string, got a list of 1 entry
          out-of-range        | {"name":"x","copies":11}                | copies: expected 10 or less, got 11
          beyond the type     | {"name":"x","copies":-99999999999}      | copies: expected -2147483648 or more, got -99999999999
          string for a number | {"name":"x","copies":"3"}               | copies: expected an integer, got "3". Write 3 without quotes.
          invalid date        | {"name":"x","day":"31.1.2026"}          | day: expected a date such as 2026-07-28, got "31.1.2026"
          impossible date     | {"name":"x","day":"2026-02-30"}         | day: expected a date such as 2026-07-28, got "2026-02-30"
          invalid URI         | {"name":"x","at":"not a uri"}           | at: expected a URI such as https://example.org/page, got "not a uri"
          invalid enum value  | {"name":"x","kind":"NOTES"}             | kind: expected one of "NOTE", "BILL", got "NOTES". Did you mean "NOTE"?
          in a recursive type | {"name":"x","folder":{"name":"a","folders":[{"name":1,"folders":[]}]}} | folder.folders[0].name: expected a string, got 1
          """)
  void isToldInOneLine(String what, String arguments, String told) {
    var started = call(arguments);
    assertThat(started.isError()).as(what).isTrue();
    assertThat(started.text())
        .isEqualTo(
            "file was not run: one thing is wrong with its arguments.\n- "
                + told
                + "\nCorrect this and call it again.");
    assertThat(filed.ran).isEmpty();
    assertThat(started.end().outcome().word()).isEqualTo("refused");
  }

  @Test
  @Claim("B3")
  @DisplayName("deeply nested, or larger than is read: told without being read")
  void deepAndHuge() {
    var deep = "{\"name\":\"x\",\"folder\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
    assertThat(call(deep).text()).contains("nested more than 64 deep");
    var huge = "{\"name\":\"" + "x".repeat(17 * 1024 * 1024) + "\"}";
    assertThat(call(huge).text()).contains("at most 16,777,216 are taken");
    assertThat(filed.ran).isEmpty();
  }

  @Test
  @Claim("B4")
  @DisplayName("a string of 10 MB is taken")
  void tenMegabytes() {
    assertThat(call("{\"name\":\"" + "x".repeat(10_000_000) + "\"}").text())
        .isEqualTo("filed 10000000");
  }

  @Test
  @DisplayName("every mistake is told at once")
  void allAtOnce() {
    assertThat(call("{\"copies\":\"3\",\"day\":1,\"kind\":null,\"more\":2}").text())
        .startsWith("file was not run: 4 things are wrong");
  }
}
