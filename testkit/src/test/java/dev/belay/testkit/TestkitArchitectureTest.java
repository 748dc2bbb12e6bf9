package dev.belay.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The testkit: it brings authors of tools no server, and its clients are independent")
final class TestkitArchitectureTest {
  private static final JavaClasses TESTKIT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.belay.testkit");

  @Test
  void theTestkitKnowsNoServer() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.belay.http..", "dev.belay.gateway..", "dev.belay.testbed..", "io.netty..")
        .check(TESTKIT);
  }

  @Test
  @DisplayName("Clients read with nothing of what they test, so that no fault of Belay's can hide")
  void clientsAreFreeOfWhatTheyTest() {
    noClasses()
        .that()
        .resideInAnyPackage("..testkit.client..", "..testkit.http..", "..testkit.json..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.belay.mcp..", "dev.belay.process..", "dev.belay.tools..")
        .check(TESTKIT);
  }
}
