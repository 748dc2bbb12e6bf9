package dev.belay.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.Work;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.process.spawn.ChildEnvironment;
import dev.belay.store.sqlite.SqliteJobStore;
import dev.belay.tools.call.ToolCall;
import dev.belay.tools.declare.ToolBody;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules for all modules, in one class so that their classes are read once. */
@DisplayName("What the modules and their packages may know and do")
final class ProgramArchitectureTest {
  private static final List<String> MODULES =
      List.of(
          "core", "store", "process", "mcp", "http", "tools", "probe", "config", "access",
          "console", "gateway", "observe", "agent", "cli");

  private static final JavaClasses ALL = all();

  private static final JavaClasses PROGRAM =
      ALL.that(
          resideInAnyPackage(
              MODULES.stream().map(module -> "dev.belay." + module + "..").toArray(String[]::new)));

  private static JavaClasses all() {
    try (var modules = Files.list(Path.of(".."))) {
      return new ClassFileImporter()
          .importPaths(
              modules
                  .map(module -> module.resolve("target/classes"))
                  .filter(Files::isDirectory)
                  .collect(Collectors.toSet()));
    } catch (IOException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static List<String> modules() {
    return MODULES;
  }

  @ParameterizedTest
  @MethodSource("modules")
  void packagesAreFreeOfCycles(String module) {
    assertThat(PROGRAM).anyMatch(one -> one.getName().startsWith("dev.belay." + module));
    slices()
        .matching("dev.belay." + module + ".(*)..")
        .should()
        .beFreeOfCycles()
        // A module of one package has no parts.
        .allowEmptyShould(true)
        .check(PROGRAM);
  }

  @Test
  @DisplayName("Standard output is for the protocol and for results: commands alone write to it")
  void onlyCommandsWriteToStandardOutput() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.belay.cli..")
        .and()
        // A tool server on stdio diverts the tools' output.
        .haveNameNotMatching("dev\\.belay\\.tools\\.serve\\.(StandardError|(Stdio)?ToolServer)")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(PrintStream.class)
        .check(PROGRAM);
  }

  @Test
  @DisplayName("Time has one door: only core.time reads a clock or waits by it, in all modules")
  void nobodyElseReadsTheClock() {
    ClockRule.nobodyReadsTheClock("dev.belay.core.time")
        .because("a simulation must be able to stand in for all of time")
        .check(PROGRAM);
  }

  @Nested
  @DisplayName("The commands know no second way to make a call")
  final class Commands {
    private static final JavaClasses COMMANDS = PROGRAM.that(resideInAPackage("dev.belay.cli.."));

    /** Every package of the module, each above those that it may use. */
    private static final List<String> LAYERS =
        List.of(
            "dev.belay.cli.shell",
            "dev.belay.cli.display",
            "dev.belay.cli.log",
            "dev.belay.cli.remote",
            "dev.belay.cli.server",
            "dev.belay.cli.client",
            "dev.belay.cli.turn",
            "dev.belay.cli.chat",
            "dev.belay.cli.watch",
            "dev.belay.cli.wrap",
            "dev.belay.cli.clients",
            "dev.belay.cli.command",
            "dev.belay.cli.manual",
            "dev.belay.cli");

    @Test
    @DisplayName("Each package uses packages below it alone, so there is no cycle")
    void packagesAreLayered() {
      var layered = layeredArchitecture().consideringOnlyDependenciesInLayers();
      for (var layer : LAYERS) {
        layered = layered.layer(layer).definedBy(layer);
      }
      layered = layered.whereLayer(LAYERS.getFirst()).mayNotAccessAnyLayer();
      for (int i = 1; i < LAYERS.size(); i++) {
        var below = LAYERS.subList(0, i).toArray(String[]::new);
        layered = layered.whereLayer(LAYERS.get(i)).mayOnlyAccessLayers(below);
      }
      layered.ensureAllClassesAreContainedInArchitecture().check(COMMANDS);
    }

    @Test
    @DisplayName("S0-26: every call goes through the one graph that holds a Governor")
    void onlyTheServerPackageKnowsUpstreams() {
      noClasses()
          .that()
          .resideOutsideOfPackage("..cli.server..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      Upstream.class.getPackageName(),
                      "dev.belay.core.call..",
                      "dev.belay.process..")
                  // It only chooses variables, and starts nothing.
                  .and(not(equivalentTo(ChildEnvironment.class))))
          .check(COMMANDS);
    }

    @Test
    @DisplayName("The HTTP server is put together in one place, and Netty is known in none")
    void onlyTheServerPackageKnowsHttp() {
      noClasses()
          .that()
          .resideOutsideOfPackage("..cli.server..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.belay.http..")
          .check(COMMANDS);
      noClasses().should().dependOnClassesThat().resideInAPackage("io.netty..").check(COMMANDS);
    }

    @Test
    @DisplayName("SEC-M6: lines of commands go through the one filter of what a terminal obeys")
    void noCommandPrintsALineByItself() {
      noClasses()
          .that()
          .resideInAnyPackage("..cli.command..", "..cli.wrap..", "..cli.turn..")
          .should()
          .callMethod(PrintStream.class, "println", String.class)
          .check(COMMANDS);
    }

    @Test
    @DisplayName("wrap starts without a command-line library")
    void onlyTheOtherCommandsUseALibrary() {
      noClasses()
          .that()
          .resideOutsideOfPackages("..cli.command..", "..cli.manual..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..")
          .check(COMMANDS);
      noClasses()
          .that()
          .haveNameMatching(".*\\.(Subcommands|Said|Said\\$PlainWords)")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..")
          .check(COMMANDS);
    }
  }

  @Nested
  @DisplayName("What the packages of each module may know")
  final class Knowledge {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
        delimiter = ';',
        textBlock =
            """
            # rule ; packages ; classes that are free of it ; packages that none else knows
            Netty is known to the HTTP server ; ..belay.http.. ; .*\\.http\\.server\\..* ; io.netty..
            A port knows no server ; ..http.route.. ; ; ..http.server.. ..http.stream.. ..belay.mcp..
            A server knows its port alone ; ..http.server.. ; ; ..http.stream.. ..belay.mcp..
            The wire knows no object trees ; ..belay.mcp.. ; ; tools.jackson.. io.netty..
            Only HTTP knows the network ; ..belay.mcp.. ; .*\\.mcp\\.client\\..* ; java.net.. java.nio.channels..
            An envelope knows neither eras nor pipes ; ..mcp.envelope.. ; ; ..mcp.era.. ..mcp.stdio..
            Only providers know the network ; ..belay.agent.. ; .*\\.model\\.provider\\..* ; java.net.http.. ..mcp.client..
            Only scripts are YAML ; ..belay.agent.. ; .*\\.model\\.script\\..* ; org.snakeyaml..
            An agent knows no server behind it ; ..belay.agent.. ; ; ..http.server.. ..http.stream.. io.netty..
            A server is asked directly: what stands between would be measured as well ; ..belay.probe.. ; ; ..belay.gateway.. ..belay.cli.. ..belay.http.. ..belay.testbed.. ..belay.testkit.. ..core.call..
            Load and judgement know neither the wire nor the reports ; ..belay.probe.. ; .*\\.probe\\.peer\\..* ; ..mcp.client.. ..mcp.stdio.. java.net.http..
            The testkit brings authors of tools no server ; ..belay.testkit.. ; ; ..belay.http.. ..belay.gateway.. ..belay.testbed.. io.netty..
            Clients read with nothing of what they test, so that no fault of Belay's can hide ; ..testkit.client.. ..testkit.http.. ..testkit.json.. ; ; ..belay.mcp.. ..belay.process.. ..belay.tools..
            Only the authorization server stands on the HTTP server ; ..belay.testbed.. ; .*\\.AuthorizationServer ; ..http.server.. ..http.stream.. io.netty..
            The testbed knows no gateway ; ..belay.testbed.. ; ; ..belay.gateway.. ..belay.observe.. ..belay.cli..
            A faulty server needs the JDK alone, so that no fault of Belay's can hide in it ; ..testbed.fault.. ; ; ..belay.mcp.. ..belay.http.. ..belay.process..
            A library for schemas is asked late, since it takes time to load ; ..belay.tools.. ; .*\\.tools\\.schema\\..* ; com.github.victools.. com.fasterxml.classmate.. jakarta.validation..
            A library for checks is asked late ; ..belay.tools.. ; .*\\.tools\\.check\\..* ; com.networknt..
            A library for sharing is asked late ; ..belay.tools.. ; .*\\.tools\\.share\\..* ; com.github.benmanes..
            A library for Javadoc is asked late ; ..belay.tools.. ; .*\\.tools\\.javadoc\\..* ; com.sun.source.. javax.annotation.processing..
            A library for processes is asked late ; ..belay.tools.. ; .*\\.tools\\.run\\..* ; ..belay.process..
            A server on stdio needs no HTTP: only what serves over it knows it ; ..belay.tools.. ; .*\\.serve\\.(HttpToolServer|RunningToolServer) ; ..belay.http.. io.netty..
            What reads kept Javadoc needs no compiler ; ..tools.javadoc.. ; .*\\.javadoc\\.(?!(KeptJavadoc|Key)(\\$.*)?$).* ; com.sun.. javax..
            Sharing knows neither messages nor results: the gateway has its own ; ..tools.share.. ; ; ..belay.mcp.. tools.jackson.. ..tools.declare.. ..tools.result.. ..tools.run..
            """)
    void onlySomeKnow(String rule, String packages, String free, String known) {
      noClasses()
          .that()
          .resideInAnyPackage(packages.split(" "))
          .and()
          .haveNameNotMatching(free == null ? "" : free)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(known.split(" "))
          .as(rule)
          .check(ALL);
    }

    @ParameterizedTest(name = "{0} knows itself, the JDK and these")
    @CsvSource(
        delimiter = ';',
        textBlock =
            """
            ..belay.agent.. ; tools.jackson.. org.snakeyaml.engine.. ..belay.config.. ..belay.core.. ..belay.gateway.. ..belay.http.. ..belay.mcp.. ..belay.tools..
            ..belay.store.. ; org.sqlite.. ..core.approval.. ..core.call.. ..core.job.. ..core.time..
            """)
    void noMoreIsKnown(String module, String others) {
      var known = module + " java.. org.jspecify.. com.google.errorprone.annotations.. " + others;
      classes()
          .that()
          .resideInAPackage(module)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(known.split(" "))
          .check(ALL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev.belay.agent.(**)", "dev.belay.tools.(*).."})
    void packagesAreFreeOfCycles(String packages) {
      slices().matching(packages).should().beFreeOfCycles().check(ALL);
    }

    @Test
    @DisplayName("What callers make of the store names no class of SQLite's")
    void theStoreNamesNoSqlite() {
      noClasses()
          .that()
          .areAssignableTo(SqliteJobStore.class)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.sqlite..")
          .check(ALL);
    }

    @Test
    @DisplayName(
        "S0-23, S0-26: a tool is run by work that the Governor started, and by nothing else")
    void onlyWorkOfTheGovernorRunsATool() {
      noClasses()
          .that()
          .resideInAPackage("..belay.tools..")
          .and()
          .doNotHaveSimpleName("ToolWork")
          .should()
          .callMethod(ToolBody.class, "run", ToolCall.class)
          .check(ALL);
      noClasses()
          .that()
          .resideInAPackage("..belay.tools..")
          .and()
          .doNotHaveSimpleName("ToolRunner")
          .should()
          .callMethod(Governor.class, "start", CallRequest.class, Work.class)
          .orShould()
          .callMethod(Governor.class, "start", CallRequest.class, Work.class, Consumer.class)
          .check(ALL);
    }
  }
}
