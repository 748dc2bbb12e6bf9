package dev.belay.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("What holds for every module; what holds for one alone is told by its own test")
final class EveryModuleTest {
  static List<String> modules() {
    return Program.MODULES;
  }

  @ParameterizedTest
  @MethodSource("modules")
  void packagesAreFreeOfCycles(String module) {
    assertThat(Program.CLASSES).anyMatch(one -> one.getName().startsWith("dev.belay." + module));
    slices()
        .matching("dev.belay." + module + ".(*)..")
        .should()
        .beFreeOfCycles()
        // A module of one package has no parts.
        .allowEmptyShould(true)
        .check(Program.CLASSES);
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
        .check(Program.CLASSES);
  }
}
