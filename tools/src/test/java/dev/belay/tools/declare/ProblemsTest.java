package dev.belay.tools.declare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.inject.Settings;
import dev.belay.tools.schema.JsonSchema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProblemsTest {
  private static final String HERE = ProblemsTest.class.getName() + "$";

  private static List<String> problems(Object... declared) {
    return problems(Tools.builder(), declared);
  }

  private static List<String> problems(ToolsBuilder builder, Object... declared) {
    Stream.of(declared).forEach(builder::add);
    return catchThrowableOfType(InvalidToolsException.class, builder::build).problems().stream()
        .map(Problem::toString)
        .toList();
  }

  static final class Twice {
    @Tool
    String search(String query) {
      return query;
    }
  }

  @Test
  @DisplayName("Two tools of one name are told with both their places, once")
  void aDuplicateName() {
    assertThat(problems(new Twice(), Tools.define("search").handle(_ -> null)))
        .containsExactly(
            "Tools.define(\"search\"): search is also what calls "
                + HERE
                + "Twice.search: rename one");
  }

  @Test
  @DisplayName("One tool that is added twice is told too")
  void theSameTwice() {
    var tool = Tools.define("same").handle(_ -> null);
    assertThat(problems(tool, tool))
        .containsExactly(
            "Tools.define(\"same\"): same is also what calls Tools.define(\"same\"): rename one");
    var object = new Twice();
    assertThat(problems(object, object)).hasSize(1);
  }

  @Test
  @DisplayName("C32 an alias that is another tool's name is told")
  void anAmbiguousAlias() {
    assertThat(
            problems(
                Tools.define("a.b").handle(_ -> null),
                Tools.define("b").category("a").handle(_ -> null)))
        .containsExactly(
            "Tools.define(\"b\"): a.b is also what calls Tools.define(\"a.b\"): rename one");
  }

  record Place(@Arg(header = "Region") String region) {}

  static final class BadHeaders {
    @Tool
    void fraction(@Arg(header = "Part") double part) {}

    @Tool
    void nested(Place place) {}

    @Tool
    void same(@Arg(header = "To") String to, @Arg(header = "to") String from) {}

    @Tool
    void spaced(@Arg(header = "not a token") int count) {}
  }

  @Test
  @DisplayName("MCP 2026-07-28 §x-mcp-header: a header that clients may not send is told")
  void badHeaders() {
    assertThat(problems(new BadHeaders()))
        .containsExactlyInAnyOrder(
            HERE
                + "BadHeaders.fraction: its x-mcp-header \"Part\" is said of what is not primitive:"
                + " clients over HTTP leave out such a tool",
            HERE
                + "BadHeaders.nested, parameter place: component region of "
                + HERE
                + "Place: it has a header, which only a parameter of the tool can have",
            HERE
                + "BadHeaders.same: its x-mcp-header \"to\" comes twice: clients over HTTP leave"
                + " out such a tool",
            HERE
                + "BadHeaders.spaced: its x-mcp-header is no name that a header can have: clients"
                + " over HTTP leave out such a tool");
  }

  @Test
  @DisplayName("A schema that was written by hand is read at the start")
  void badSchema() {
    assertThat(
            problems(
                Tools.define("t").inputSchema(JsonSchema.of("{".getBytes(UTF_8))).handle(_ -> "")))
        .singleElement()
        .asString()
        .startsWith("Tools.define(\"t\"): its inputSchema cannot be read: ");
  }

  @Test
  @DisplayName("A capability without a name is told")
  void badNeed() {
    assertThat(problems(Tools.define("t").needs(" ").handle(_ -> "")))
        .containsExactly(
            "Tools.define(\"t\"): it needs a capability without a name: say sampling, elicitation"
                + " or roots");
  }

  static final class BadIcon {
    @Tool(icons = "no uri")
    void look() {}
  }

  @Test
  @DisplayName("A picture that has no URI is told")
  void badIcon() {
    assertThat(problems(new BadIcon()))
        .singleElement()
        .asString()
        .startsWith(HERE + "BadIcon.look: an icon has no URI: ");
  }

  static final class BadNames {
    @Tool(name = "has space", category = "")
    void one() {}
  }

  @Test
  @DisplayName("S4-51 a name that MCP does not allow is told, and so is a category")
  void badNames() {
    assertThat(problems(new BadNames()))
        .containsExactly(
            HERE
                + "BadNames.one: the name \"has space\" is none: use 1 to 128 letters and digits of"
                + " ASCII, _ - and .",
            HERE
                + "BadNames.one: the category \"\" is none: use 1 to 128 letters and digits of"
                + " ASCII, _ - and .");
  }

  @Test
  @DisplayName("S4-51 a name may have 128 characters, and no more")
  void theLongestName() {
    assertThat(Tools.of(Tools.define("a".repeat(128)).handle(_ -> null)).all()).hasSize(1);
    assertThat(problems(Tools.define("a".repeat(129)).handle(_ -> null))).hasSize(1);
  }

  record Loop(String name, Loop next) {}

  record Holds(InputStream stream) {}

  static final class BadTypes {
    @Tool
    void read(InputStream stream, byte[] data, List<Thread> threads, Loop loop, Holds holds) {}

    @Tool
    <T> void open(T any) {}
  }

  @Test
  @DisplayName("Each parameter of a type that no JSON can become is told, at once")
  void unsupportedTypes() {
    assertThat(problems(new BadTypes()))
        .containsExactly(
            HERE
                + "BadTypes.open, parameter any: the type parameter T says nothing: write a real"
                + " type",
            HERE
                + "BadTypes.read, parameter stream: no JSON can become a java.io.InputStream: use a"
                + " record in its place, or have an Injector give it",
            HERE + "BadTypes.read, parameter data: arrays cannot be read: use a List",
            HERE
                + "BadTypes.read, parameter threads: no JSON can become a java.lang.Thread: use a"
                + " record in its place, or have an Injector give it",
            HERE
                + "BadTypes.read, parameter loop: every "
                + HERE
                + "Loop holds another one, without end: make a component Optional, or a List",
            HERE
                + "BadTypes.read, parameter holds: component stream of "
                + HERE
                + "Holds: no JSON can become a java.io.InputStream: use a record in its place, or"
                + " have an Injector give it");
  }

  static final class TwoRoots {
    @Tool(injectRoot = true)
    void list(Path projectRoot, @Arg(name = "project_root") String again) {}

    @Tool(injectRoot = true)
    void none(String query) {}

    @Tool(injectRoot = true)
    void odd(int projectRoot) {}
  }

  @Test
  @DisplayName("S4-59 two injected roots, none, and one of an odd type are told")
  void badRoots() {
    assertThat(problems(new TwoRoots()))
        .containsExactly(
            HERE + "TwoRoots.list: two roots are injected: keep one of them",
            HERE
                + "TwoRoots.none: injectRoot finds no parameter projectRoot: add one, or take it"
                + " away",
            HERE
                + "TwoRoots.odd, parameter projectRoot: a project's root is a Path, a File, a URI"
                + " or a String");
  }

  static final class BadSettings {
    @Tool(injectSettings = {"api.key", "api.url"})
    void fetch(String apiKey) {}

    @Tool(autowire = false)
    void look(Settings settings) {}
  }

  @Test
  @DisplayName("S4-60 settings that are not set, or that nothing takes, are told")
  void badSettings() {
    assertThat(problems(Tools.builder().settings(Map.of("api.url", "x")), new BadSettings()))
        .containsExactly(
            HERE
                + "BadSettings.fetch: the setting api.key is not set: the tool cannot work without"
                + " it",
            HERE
                + "BadSettings.fetch: injectSettings finds no parameter for api.url, and no"
                + " Settings",
            HERE + "BadSettings.look, parameter settings: nothing fills it, as autowire is false");
  }

  static final class BadRetries {
    @Tool(destructive = true, retryOn = IOException.class, maxAttempts = 3)
    void destroy() {}

    @Tool(retryOn = IOException.class, maxAttempts = 3)
    void change() {}

    @Tool(readOnly = true, retryOn = IOException.class)
    void never() {}

    @Tool(readOnly = true, maxAttempts = 2)
    void onNothing() {}

    @Tool(readOnly = true, maxAttempts = 0)
    void zero() {}
  }

  @Test
  @DisplayName("S4-62 C27 retries that could do harm, or never come, are told")
  void badRetries() {
    assertThat(problems(new BadRetries()))
        .containsExactly(
            HERE
                + "BadRetries.change: retryOn needs a tool that is readOnly or idempotent, and says"
                + " so",
            HERE
                + "BadRetries.destroy: retryOn on a destructive tool could destroy twice: take one"
                + " of them away",
            HERE
                + "BadRetries.never: retryOn without maxAttempts never tries again: say maxAttempts"
                + " = 2 or more",
            HERE
                + "BadRetries.onNothing: maxAttempts without retryOn never tries again: say on"
                + " which exceptions",
            HERE + "BadRetries.zero: maxAttempts is 0: it counts the first one too, so 1 or more");
  }

  static final class BadLimits {
    @Tool(timeout = -1, idleTimeout = -0.5, cacheTtl = -2)
    void negative() {}

    @Tool(timeout = Double.POSITIVE_INFINITY)
    void endless() {}

    @Tool(cacheTtl = 5, readOnly = true)
    void cached() {}

    @Tool(readOnly = true, destructive = true, concurrency = " ")
    void contrary() {}
  }

  @Test
  @DisplayName("S4-64 C6 negative limits, endless ones, and a cache of what changes are told")
  void badLimits() {
    assertThat(problems(new BadLimits()))
        .containsExactly(
            HERE
                + "BadLimits.cached: cacheTtl needs a tool that is readOnly and idempotent, and"
                + " says so",
            HERE + "BadLimits.contrary: concurrency is empty: say parallel, exclusive, or a key",
            HERE + "BadLimits.contrary: it cannot be both readOnly and destructive",
            HERE
                + "BadLimits.endless: timeout is longer than thirty years: it is in seconds, and 0"
                + " is no limit",
            HERE
                + "BadLimits.negative: timeout is negative: 0 is no limit; leave it out to leave it"
                + " to configuration",
            HERE
                + "BadLimits.negative: idleTimeout is negative: 0 is no limit; leave it out to"
                + " leave it to configuration",
            HERE
                + "BadLimits.negative: cacheTtl is negative: 0 is no limit; leave it out for no"
                + " cache");
  }

  @Test
  @DisplayName("A definition is checked as an annotation is")
  void aDefinitionIsCheckedLikewise() {
    assertThat(
            problems(
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

  enum Size {
    SMALL,
    LARGE
  }

  static final class BadDefaults {
    @Tool
    void many(
        @Arg(defaultValue = "ten") int count,
        @Arg(defaultValue = "3000000000") int big,
        @Arg(defaultValue = "yes") boolean flag,
        @Arg(defaultValue = "MEDIUM") Size size,
        @Arg(defaultValue = "[1, \"two\"]") List<Integer> list,
        @Arg(defaultValue = "[1,") List<Integer> cut,
        @Arg(defaultValue = "tomorrow") LocalDate day,
        @Arg(required = false) long left) {}
  }

  @Test
  @DisplayName("S4-46 defaults that cannot be read are told, each with its parameter")
  void badDefaults() {
    var at = HERE + "BadDefaults.many, parameter ";
    assertThat(problems(new BadDefaults()))
        .hasSize(8)
        .contains(
            at
                + "count: the defaultValue \"ten\" cannot be read: expected a whole number from"
                + " -2147483648 to 2147483647",
            at + "flag: the defaultValue \"yes\" cannot be read: expected true or false",
            at + "size: the defaultValue \"MEDIUM\" cannot be read: expected one of SMALL, LARGE",
            at
                + "list: the defaultValue \"[1, \"two\"]\" cannot be read: [1]: expected a whole"
                + " number from -2147483648 to 2147483647, got \"two\"",
            at
                + "left: nothing stands for a long that is not given: use its box or an optional,"
                + " or say a defaultValue");
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
    assertThat(problems(new Hidden(), Twice.class, new NoTools()))
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

  static final class BadLanes {
    @Tool(concurrency = "file:{pth}")
    void write(String path) {}

    @Tool(concurrency = "{a}:{b}:{a}")
    void none(Settings settings) {}

    @Tool(concurrency = "file:{path")
    void open(String path) {}

    @Tool(concurrency = "file:{file-path}")
    void good(@Arg(name = "file-path") String path) {}
  }

  @Test
  @DisplayName("C19: a lane's key names arguments that the tool has, and nothing else")
  void lanes() {
    assertThat(problems(new BadLanes()))
        .containsExactlyInAnyOrder(
            HERE
                + "BadLanes.write: concurrency names {pth}, which is no argument: did you mean"
                + " {path}? It has path",
            HERE + "BadLanes.none: concurrency names {a}, which is no argument: It has none",
            HERE + "BadLanes.none: concurrency names {b}, which is no argument: It has none",
            HERE
                + "BadLanes.open: concurrency \"file:{path\" has a brace alone: name an argument as"
                + " {argument}");
  }

  private static DefinedTool keyed(String name, String key, String schema) {
    return Tools.define(name)
        .inputSchema(JsonSchema.of(schema.getBytes(StandardCharsets.UTF_8)))
        .concurrency(key)
        .handle(_ -> null);
  }

  @Test
  @DisplayName("A schema that its author wrote lists the arguments of the lane, if it lists any")
  void lanesOfGivenSchemas() {
    assertThat(
            problems(
                keyed("lists", "f:{paths}", "{\"properties\":{\"path\":{\"type\":\"string\"}}}"),
                keyed("open", "f:{paths}", "{\"type\":\"object\"}"),
                keyed("broken", "f:{paths}", "{")))
        .satisfiesExactly(
            one ->
                assertThat(one)
                    .isEqualTo(
                        "Tools.define(\"lists\"): concurrency names {paths}, which is no argument:"
                            + " did you mean {path}? It has path"),
            two ->
                assertThat(two)
                    .startsWith("Tools.define(\"broken\"): its inputSchema cannot be read"));
  }
}
