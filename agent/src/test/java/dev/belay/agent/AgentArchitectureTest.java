package dev.belay.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The agent: each library has one place, and each package knows those below it")
final class AgentArchitectureTest {
  private static final JavaClasses AGENT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.belay.agent");

  @Test
  @DisplayName("Only what speaks to providers knows the HTTP client")
  void onlyProvidersKnowTheNetwork() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.belay.agent.model.provider..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.net.http..", "dev.belay.mcp.client..")
        .check(AGENT);
  }

  @Test
  @DisplayName("Only scripts are YAML")
  void onlyScriptsAreYaml() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.belay.agent.model.script..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.snakeyaml..")
        .check(AGENT);
  }

  @Test
  @DisplayName("Of Belay: core, config, tools, http, gateway and mcp, and no server behind them")
  void itKnowsOnlyWhatItStandsOn() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.belay.cli..",
            "dev.belay.probe..",
            "dev.belay.process..",
            "dev.belay.samples..",
            "dev.belay.testbed..",
            "dev.belay.testkit..",
            "dev.belay.http.server..",
            "dev.belay.http.stream..",
            "io.netty..")
        .check(AGENT);
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.jspecify..",
            "com.google.errorprone.annotations..",
            "tools.jackson..",
            "org.snakeyaml.engine..",
            "dev.belay.agent..",
            "dev.belay.config..",
            "dev.belay.core..",
            "dev.belay.gateway..",
            "dev.belay.http..",
            "dev.belay.mcp..",
            "dev.belay.tools..")
        .check(AGENT);
  }

  @Test
  @DisplayName("No cycles, also between the packages of models")
  void noCycles() {
    slices().matching("dev.belay.agent.(**)").should().beFreeOfCycles().check(AGENT);
  }
}
