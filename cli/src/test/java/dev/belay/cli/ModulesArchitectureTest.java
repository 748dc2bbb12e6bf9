package dev.belay.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.Work;
import dev.belay.store.sqlite.SqliteJobStore;
import dev.belay.tools.call.ToolCall;
import dev.belay.tools.declare.ToolBody;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Judges the modules below the commands together, since reading their classes costs the most. */
@DisplayName("What the packages of each module may know")
final class ModulesArchitectureTest {
  private static final JavaClasses MODULES = modules();

  private static JavaClasses modules() {
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
          A library that takes time to load is asked late: for schemas ; ..belay.tools.. ; .*\\.tools\\.schema\\..* ; com.github.victools.. com.fasterxml.classmate.. jakarta.validation..
          for checks ; ..belay.tools.. ; .*\\.tools\\.check\\..* ; com.networknt..
          for sharing ; ..belay.tools.. ; .*\\.tools\\.share\\..* ; com.github.benmanes..
          for Javadoc ; ..belay.tools.. ; .*\\.tools\\.javadoc\\..* ; com.sun.source.. javax.annotation.processing..
          for processes ; ..belay.tools.. ; .*\\.tools\\.run\\..* ; ..belay.process..
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
        .check(MODULES);
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
        .check(MODULES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dev.belay.agent.(**)", "dev.belay.tools.(*).."})
  void packagesAreFreeOfCycles(String packages) {
    slices().matching(packages).should().beFreeOfCycles().check(MODULES);
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
        .check(MODULES);
  }

  @Test
  @DisplayName("S0-23, S0-26: a tool is run by work that the Governor started, and by nothing else")
  void onlyWorkOfTheGovernorRunsATool() {
    noClasses()
        .that()
        .resideInAPackage("..belay.tools..")
        .and()
        .doNotHaveSimpleName("ToolWork")
        .should()
        .callMethod(ToolBody.class, "run", ToolCall.class)
        .check(MODULES);
    noClasses()
        .that()
        .resideInAPackage("..belay.tools..")
        .and()
        .doNotHaveSimpleName("ToolRunner")
        .should()
        .callMethod(Governor.class, "start", CallRequest.class, Work.class)
        .orShould()
        .callMethod(Governor.class, "start", CallRequest.class, Work.class, Consumer.class)
        .check(MODULES);
  }
}
