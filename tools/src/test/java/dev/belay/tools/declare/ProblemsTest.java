package dev.belay.tools.declare;

import static dev.belay.tools.declare.Told.told;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.claims.Claim;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.schema.JsonSchema;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Everything that is wrong with declared tools is told at the start")
final class ProblemsTest {
  private static final String HERE = ProblemsTest.class.getName() + "$";

  static final class Twice {
    @Tool
    String search(String query) {
      return query;
    }
  }

  @Test
  @DisplayName("Two tools of one name are told with both their places, once")
  void aDuplicateName() {
    assertThat(told(new Twice(), Tools.define("search").handle(_ -> null)))
        .containsExactly(
            "Tools.define(\"search\"): search is also what calls "
                + HERE
                + "Twice.search: rename one");
  }

  @Test
  @DisplayName("One tool that is added twice is told too")
  void theSameTwice() {
    var tool = Tools.define("same").handle(_ -> null);
    assertThat(told(tool, tool))
        .containsExactly(
            "Tools.define(\"same\"): same is also what calls Tools.define(\"same\"): rename one");
    var object = new Twice();
    assertThat(told(object, object)).hasSize(1);
  }

  @Test
  @DisplayName("C32 an alias that is another tool's name is told")
  void anAmbiguousAlias() {
    assertThat(
            told(
                Tools.define("a.b").handle(_ -> null),
                Tools.define("b").category("a").handle(_ -> null)))
        .containsExactly(
            "Tools.define(\"b\"): a.b is also what calls Tools.define(\"a.b\"): rename one");
  }

  @Test
  @DisplayName("A schema that was written by hand is read at the start")
  void badSchema() {
    assertThat(
            told(Tools.define("t").inputSchema(JsonSchema.of("{".getBytes(UTF_8))).handle(_ -> "")))
        .singleElement()
        .asString()
        .startsWith("Tools.define(\"t\"): its inputSchema cannot be read: ");
  }

  @Test
  @DisplayName("A capability without a name is told")
  void badNeed() {
    assertThat(told(Tools.define("t").needs(" ").handle(_ -> "")))
        .containsExactly(
            "Tools.define(\"t\"): it needs a capability without a name: say sampling, elicitation"
                + " or roots");
  }

  @Test
  @DisplayName("An estimate that is no time, and an async tool that asks its client, are told")
  void badAsync() {
    assertThat(
            told(
                Tools.define("t")
                    .async()
                    .estimate(Duration.ZERO)
                    .needs("sampling")
                    .handle(_ -> "")))
        .containsExactly(
            "Tools.define(\"t\"): estimate is no time that a call can take: it is in seconds; leave"
                + " it out if unknown",
            "Tools.define(\"t\"): an async tool cannot ask its client, which has its answer: take"
                + " needs or async away");
  }

  static final class BadIcon {
    @Tool(icons = "no uri")
    void look() {}
  }

  @Test
  @DisplayName("A picture that has no URI is told")
  void badIcon() {
    assertThat(told(new BadIcon()))
        .singleElement()
        .asString()
        .startsWith(HERE + "BadIcon.look: an icon has no URI: ");
  }

  static final class BadNames {
    @Tool(name = "has space", category = "")
    void one() {}
  }

  @Test
  @Claim("S4-51")
  @DisplayName("S4-51 a name that MCP does not allow is told, and so is a category")
  void badNames() {
    assertThat(told(new BadNames()))
        .containsExactly(
            HERE
                + "BadNames.one: the name \"has space\" is none: use 1 to 128 letters and digits of"
                + " ASCII, _ - and .",
            HERE
                + "BadNames.one: the category \"\" is none: use 1 to 128 letters and digits of"
                + " ASCII, _ - and .");
  }

  @Test
  @Claim("S4-51")
  @DisplayName("S4-51 a name may have 128 characters, and no more")
  void theLongestName() {
    assertThat(Tools.of(Tools.define("a".repeat(128)).handle(_ -> null)).all()).hasSize(1);
    assertThat(told(Tools.define("a".repeat(129)).handle(_ -> null))).hasSize(1);
  }

  @Test
  @DisplayName("A definition is checked as an annotation is")
  void aDefinitionIsCheckedLikewise() {
    assertThat(
            told(
                Tools.define("bad")
                    .timeout(Duration.ofSeconds(-1))
                    .retryOn(2, IOException.class)
                    .argument("at", Thread.class, "")
                    .argument("at", int.class, "", "many")
                    .argument("to", int.class, "")
                    .optional("to", String.class, "")
                    .handle(_ -> null)))
        .containsExactly(
            "Tools.define(\"bad\"), argument at: no JSON can become a java.lang.Thread: use a"
                + " record in its place, or have an Injector give it",
            "Tools.define(\"bad\"), argument at: the defaultValue \"many\" cannot be read: expected"
                + " a whole number from -2147483648 to 2147483647",
            "Tools.define(\"bad\"): two arguments are called to: give one another name",
            "Tools.define(\"bad\"): timeout is negative: 0 is no limit; leave it out to leave it to"
                + " configuration",
            "Tools.define(\"bad\"): retryOn needs a tool that is readOnly or idempotent, and says"
                + " so");
  }

  static final class Hidden {
    @SuppressWarnings("UnusedMethod") // Found by reflection.
    @Tool
    private void secret() {}
  }

  static final class NoTools {}

  @Test
  @DisplayName(
      "A private method, a class in place of an object, and an object without tools are told")
  void nothingToCall() {
    assertThat(told(new Hidden(), Twice.class, new NoTools()))
        .containsExactlyInAnyOrder(
            HERE + "Twice: it is a class: add an object of it, which its tools run on",
            HERE + "NoTools: no method of it is a @Tool",
            HERE + "Hidden.secret: it is private: a tool must be seen outside its class");
  }

  @Test
  @DisplayName("The exception says everything that is wrong, a line each")
  void theExceptionSaysItAll() {
    var e =
        catchThrowableOfType(
            InvalidToolsException.class, () -> Tools.of(new NoTools(), new BadNames()));
    assertThat(e.getMessage())
        .startsWith("These tools cannot be served:\n  " + HERE + "NoTools: no method")
        .contains("\n  " + HERE + "BadNames.one: the name");
  }
}
