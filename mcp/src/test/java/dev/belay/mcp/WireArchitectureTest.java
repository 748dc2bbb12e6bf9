package dev.belay.mcp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The wire knows no object trees, and only HTTP the network")
final class WireArchitectureTest {
  private static final JavaClasses WIRE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.belay.mcp");

  @Test
  void nothingHereKnowsALibraryAndOnlyHttpTheNetwork() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("tools.jackson..", "io.netty..")
        .check(WIRE);
    noClasses()
        .that()
        .resideOutsideOfPackage("..mcp.client..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.net..", "java.nio.channels..")
        .check(WIRE);
  }

  @Test
  void theEnvelopeKnowsNeitherErasNorPipes() {
    noClasses()
        .that()
        .resideInAPackage("..envelope..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..era..", "..stdio..")
        .check(WIRE);
  }
}
