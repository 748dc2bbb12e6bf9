package dev.belay.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.process.spawn.ChildEnvironment;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The commands know no second way to make a call")
final class CommandArchitectureTest {
  private static final JavaClasses CLI =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.belay.cli");

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
    layered.ensureAllClassesAreContainedInArchitecture().check(CLI);
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
                    Upstream.class.getPackageName(), "dev.belay.core.call..", "dev.belay.process..")
                // It only chooses variables, and starts nothing.
                .and(not(equivalentTo(ChildEnvironment.class))))
        .check(CLI);
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
        .check(CLI);
    noClasses().should().dependOnClassesThat().resideInAPackage("io.netty..").check(CLI);
  }

  @Test
  @DisplayName("SEC-M6: lines of commands go through the one filter of what a terminal obeys")
  void noCommandPrintsALineByItself() {
    noClasses()
        .that()
        .resideInAnyPackage("..cli.command..", "..cli.wrap..", "..cli.turn..")
        .should()
        .callMethod(PrintStream.class, "println", String.class)
        .check(CLI);
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
        .check(CLI);
    noClasses()
        .that()
        .haveNameMatching(".*\\.(Subcommands|Said|Said\\$PlainWords)")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("picocli..")
        .check(CLI);
  }
}
