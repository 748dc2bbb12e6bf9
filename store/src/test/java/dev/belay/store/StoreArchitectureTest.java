package dev.belay.store;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.belay.store.sqlite.SqliteJobStore;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The store: core alone, and no SQLite before it is needed")
final class StoreArchitectureTest {
  private static final JavaClasses STORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.belay.store");

  @Test
  @DisplayName(
      "Of Belay it knows the core, and there the jobs, decisions, ids, payloads and the time")
  void itKnowsCore() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.jspecify..",
            "com.google.errorprone.annotations..",
            "org.sqlite..",
            "dev.belay.store..",
            "dev.belay.core.approval..",
            "dev.belay.core.call..",
            "dev.belay.core.job..",
            "dev.belay.core.time..")
        .check(STORE);
  }

  @Test
  @DisplayName("What callers make of it names no class of SQLite's")
  void theStoreNamesNoSqlite() {
    noClasses()
        .that()
        .areAssignableTo(SqliteJobStore.class)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.sqlite..")
        .check(STORE);
  }
}
