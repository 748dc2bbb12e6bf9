package dev.belay.http;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("HTTP: one door to time, Netty in one package, no cycles")
final class HttpArchitectureTest {
  private static final JavaClasses HTTP =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.belay.http");

  @Test
  void nothingHereNamesTheClock() {
    noClasses()
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(Thread.class, "sleep", Duration.class)
        .check(HTTP);
    noClasses()
        .that()
        // Ends the loops without any delay, which needs a unit all the same.
        .doNotHaveSimpleName("Loops")
        .should()
        .dependOnClassesThat()
        // Not what extends it: an event loop can schedule, but nothing without a unit.
        .haveFullyQualifiedName(ScheduledExecutorService.class.getName())
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(TimeUnit.class)
        .check(HTTP);
    noClasses()
        .that()
        // Writes the Date header from the reading that Time gives it.
        .doNotHaveSimpleName("DateLine")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Instant.class)
        .check(HTTP);
  }

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
    slices().matching("dev.belay.http.(*)..").should().beFreeOfCycles().check(HTTP);
  }

  @Test
  void nothingHereWritesToStandardOutput() {
    noClasses()
        .should()
        .accessField(System.class, "out")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(PrintStream.class)
        .check(HTTP);
  }
}
