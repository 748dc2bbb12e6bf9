package dev.belay.core;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.Serializable;
import org.jspecify.annotations.NullMarked;

/** Rules on the structure of the core that the compiler cannot check. */
@AnalyzeClasses(packages = "dev.belay.core", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule packagesDependDownwardsOnly =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("lane")
          .definedBy("dev.belay.core.lane..")
          .layer("call")
          .definedBy("dev.belay.core.call..")
          .layer("cancel")
          .definedBy("dev.belay.core.cancel..")
          .layer("journal")
          .definedBy("dev.belay.core.journal..")
          .layer("time")
          .definedBy("dev.belay.core.time..")
          .whereLayer("lane")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("call")
          .mayOnlyBeAccessedByLayers("lane")
          .whereLayer("cancel")
          .mayOnlyBeAccessedByLayers("lane", "call")
          .whereLayer("journal")
          .mayOnlyBeAccessedByLayers("lane", "call");

  @ArchTest
  static final ArchRule thereIsNoInputOrOutput =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("java.io..", "java.net..", "java.nio.channels..")
                  // Every exception and lambda is serializable; that alone does no I/O.
                  .and(DescribedPredicate.not(equivalentTo(Serializable.class))));

  @ArchTest
  static final ArchRule nothingButTheJdkIsUsed =
      noClasses()
          .should()
          .dependOnClassesThat(
              DescribedPredicate.not(
                  resideInAnyPackage(
                      "java..", "dev.belay.core..", "org.jspecify..", "com.google.errorprone..")));

  @ArchTest
  static final ArchRule everyPackageIsNullMarked =
      classes()
          .that(resideInAPackage("dev.belay.core.."))
          .should(
              new ArchCondition<>("be in a package that is @NullMarked") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                  boolean marked =
                      item.getPackage().tryGetAnnotationOfType(NullMarked.class).isPresent();
                  events.add(new SimpleConditionEvent(item, marked, item.getName()));
                }
              });
}
