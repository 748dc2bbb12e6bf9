package dev.belay.process;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Nothing here names the clock or a timed wait: all of it goes through {@code core.time}. */
class TimeHasOneDoorTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.belay.process");

  @Test
  @DisplayName("Time has one door")
  void nothingNamesTheClock() {
    noClasses()
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(Thread.class, "sleep", Duration.class)
        .orShould()
        .callMethod(Process.class, "waitFor", long.class, TimeUnit.class)
        .orShould()
        .callMethod(Process.class, "waitFor", Duration.class)
        .orShould()
        .callMethod(CompletableFuture.class, "get", long.class, TimeUnit.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(ScheduledExecutorService.class)
        .check(CLASSES);
  }
}
