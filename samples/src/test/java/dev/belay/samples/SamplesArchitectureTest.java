package dev.belay.samples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Sample tools: each knows what it needs, and files have one door")
final class SamplesArchitectureTest {
  private static final JavaClasses SAMPLES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.belay.samples");

  @Test
  @DisplayName("They are written as anybody would write tools: nothing of Belay but core and tools")
  void theyAreOrdinaryTools() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.belay.gateway..",
            "dev.belay.cli..",
            "dev.belay.http..",
            "dev.belay.mcp..",
            "dev.belay.process..")
        .check(SAMPLES);
  }

  @Test
  @DisplayName("Only the corpus knows Lucene, only the web knows HTTP")
  void librariesHaveOnePlace() {
    onlyIn("..samples.corpus..", "org.apache.lucene..");
    onlyIn("..samples.web..", "java.net.http..");
  }

  private static void onlyIn(String place, String library) {
    noClasses()
        .that()
        .resideOutsideOfPackage(place)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .check(SAMPLES);
  }

  @Test
  @DisplayName("What callers name is opened by OpenFolder alone; others touch their own files only")
  void filesHaveOneDoor() {
    noClasses()
        .that()
        .doNotHaveSimpleName("OpenFolder")
        .and()
        .doNotHaveSimpleName("MonitorDatabase")
        .and()
        .doNotHaveSimpleName("OwnFile")
        .and()
        .doNotHaveSimpleName("CorpusReader")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.nio.file.Files")
        .check(SAMPLES);
  }

  @Test
  @DisplayName("No cycles")
  void noCycles() {
    slices().matching("dev.belay.samples.(*)..").should().beFreeOfCycles().check(SAMPLES);
  }
}
