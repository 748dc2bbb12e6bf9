package dev.belay.tools.declare;

import static dev.belay.tools.declare.Told.in;
import static dev.belay.tools.declare.Told.told;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.inject.Settings;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is wrong with parameters is told at the start")
final class ParameterProblemsTest {
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
    assertThat(in(ParameterProblemsTest.class, told(new BadHeaders())))
        .containsExactlyInAnyOrder(
            "BadHeaders.fraction: its x-mcp-header \"Part\" is said of what is not primitive:"
                + " clients over HTTP leave out such a tool",
            "BadHeaders.nested, parameter place: component region of Place: it has a header, which"
                + " only a parameter of the tool can have",
            "BadHeaders.same: its x-mcp-header \"to\" comes twice: clients over HTTP leave out such"
                + " a tool",
            "BadHeaders.spaced: its x-mcp-header is no name that a header can have: clients over"
                + " HTTP leave out such a tool");
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
    assertThat(in(ParameterProblemsTest.class, told(new BadTypes())))
        .containsExactly(
            "BadTypes.open, parameter any: the type parameter T says nothing: write a real type",
            "BadTypes.read, parameter stream: no JSON can become a java.io.InputStream: use a"
                + " record in its place, or have an Injector give it",
            "BadTypes.read, parameter data: arrays cannot be read: use a List",
            "BadTypes.read, parameter threads: no JSON can become a java.lang.Thread: use a record"
                + " in its place, or have an Injector give it",
            "BadTypes.read, parameter loop: every Loop holds another one, without end: make a"
                + " component Optional, or a List",
            "BadTypes.read, parameter holds: component stream of Holds: no JSON can become a"
                + " java.io.InputStream: use a record in its place, or have an Injector give it");
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
    assertThat(in(ParameterProblemsTest.class, told(new TwoRoots())))
        .containsExactly(
            "TwoRoots.list: two roots are injected: keep one of them",
            "TwoRoots.none: injectRoot finds no parameter projectRoot: add one, or take it away",
            "TwoRoots.odd, parameter projectRoot: a project's root is a Path, a File, a URI or a"
                + " String");
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
    var told = told(Tools.builder().settings(Map.of("api.url", "x")), new BadSettings());
    assertThat(in(ParameterProblemsTest.class, told))
        .containsExactly(
            "BadSettings.fetch: the setting api.key is not set: the tool cannot work without it",
            "BadSettings.fetch: injectSettings finds no parameter for api.url, and no Settings",
            "BadSettings.look, parameter settings: nothing fills it, as autowire is false");
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
    var at = "BadDefaults.many, parameter ";
    assertThat(in(ParameterProblemsTest.class, told(new BadDefaults())))
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
}
