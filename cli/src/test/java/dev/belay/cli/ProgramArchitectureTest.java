package dev.belay.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.process.spawn.ChildEnvironment;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In one class, so that the classes of all modules are read once. */
@DisplayName("What holds for every module; what holds for one alone is told by its own test")
final class ProgramArchitectureTest {
  private static final List<String> MODULES =
      List.of(
          "core", "process", "mcp", "http", "tools", "probe", "config", "access", "console",
          "gateway", "agent", "cli");

  private static final JavaClasses PROGRAM =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(
              MODULES.stream().map(module -> "dev.belay." + module).toArray(String[]::new));

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
}
