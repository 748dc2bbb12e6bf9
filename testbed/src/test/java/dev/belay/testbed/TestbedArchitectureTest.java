package dev.belay.testbed;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The testbed: its peers are independent of what they test")
final class TestbedArchitectureTest {
  private static final JavaClasses TESTBED =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.belay.testbed");

  @Test
  @DisplayName("Only the authorization server stands on the HTTP server, in one class")
  void onlyOneServerKnowsHttp() {
    noClasses()
        .that()
        .doNotHaveSimpleName("AuthorizationServer")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.belay.http.server..", "dev.belay.http.stream..", "io.netty..")
        .check(TESTBED);
  }

  @Test
  void theTestbedKnowsNoGateway() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.belay.gateway..", "dev.belay.observe..", "dev.belay.cli..")
        .check(TESTBED);
  }

  @Test
  @DisplayName("A faulty server needs the JDK alone, so that no fault of Belay's can hide in it")
  void faultsAreFreeOfWhatTheyTest() {
    noClasses()
        .that()
        .resideInAPackage("..testbed.fault..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.belay.mcp..", "dev.belay.http..", "dev.belay.process..")
        .check(TESTBED);
  }
}
