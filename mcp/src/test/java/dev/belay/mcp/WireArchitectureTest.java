package dev.belay.mcp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The wire knows no clock and no object trees, and only HTTP the network")
final class WireArchitectureTest {
  private static final JavaClasses WIRE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.belay.mcp");

  @Test
  void nothingHereKnowsTheTime() {
    noClasses()
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(Thread.class, "sleep", Duration.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(ScheduledExecutorService.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Instant.class)
        // Whoever waits with a limit of its own names its unit.
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(TimeUnit.class)
        .check(WIRE);
  }

  @Test
  void nothingHereKnowsALibraryAndOnlyHttpTheNetwork() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.nio.channels..", "tools.jackson..", "io.netty..")
        .check(WIRE);
    noClasses()
        .that()
        .resideOutsideOfPackage("..http..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.net..")
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
    slices().matching("dev.belay.mcp.(*)..").should().beFreeOfCycles().check(WIRE);
  }
}
