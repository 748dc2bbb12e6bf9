package dev.belay.http;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("HTTP: Netty in one package, no cycles")
final class HttpArchitectureTest {
  private static final JavaClasses HTTP =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.belay.http");

  @Test
  void onlyTheServerKnowsNetty() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..http.server..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(HTTP);
  }

  @Test
  void thePortKnowsNobodyAndTheServerOnlyThePort() {
    noClasses()
        .that()
        .resideInAPackage("..http.route..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..http.server..", "..http.stream..", "dev.belay.mcp..")
        .check(HTTP);
    noClasses()
        .that()
        .resideInAPackage("..http.server..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..http.stream..", "dev.belay.mcp..")
        .check(HTTP);
  }
}
