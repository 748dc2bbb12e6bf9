package dev.belay.probe;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Probe and sweep: one door to time, no door to a gateway, no cycles")
final class ProbeArchitectureTest {
  private static final JavaClasses PROBE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.belay.probe");

  @Test
  @DisplayName("A server is asked directly: what stands between would be measured as well")
  void itKnowsNoGateway() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.belay.gateway..",
            "dev.belay.cli..",
            "dev.belay.http..",
            "dev.belay.testbed..",
            "dev.belay.testkit..",
            "dev.belay.core.call..")
        .check(PROBE);
  }

  @Test
  @DisplayName("Load and judgement know neither the wire nor the reports")
  void onlyTargetsKnowTheWire() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..probe.peer..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.belay.mcp.client..", "dev.belay.mcp.stdio..", "java.net.http..")
        .check(PROBE);
  }
}
