package dev.belay.tools;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.Work;
import dev.belay.tools.call.ToolCall;
import dev.belay.tools.declare.ToolBody;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Tools: one door to running one, and each library known in one place")
final class ToolsArchitectureTest {
  private static final JavaClasses TOOLS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.belay.tools");

  @Test
  void packagesAreFreeOfCycles() {
    slices().matching("dev.belay.tools.(*)..").should().beFreeOfCycles().check(TOOLS);
  }

  @Test
  @DisplayName("S0-23, S0-26: a tool is run by work that the Governor started, and by nothing else")
  void onlyWorkOfTheGovernorRunsATool() {
    noClasses()
        .that()
        .doNotHaveSimpleName("ToolWork")
        .should()
        .callMethod(ToolBody.class, "run", ToolCall.class)
        .check(TOOLS);
    noClasses()
        .that()
        .doNotHaveSimpleName("ToolRunner")
        .should()
        .callMethod(Governor.class, "start", CallRequest.class, Work.class)
        .orShould()
        .callMethod(Governor.class, "start", CallRequest.class, Work.class, Consumer.class)
        .check(TOOLS);
  }

  @ParameterizedTest(name = "{0} in {1} alone")
  @DisplayName("A library that takes time to load is known in one package, which is asked late")
  @CsvSource({
    "com.github.victools.., ..tools.schema..",
    "com.fasterxml.classmate.., ..tools.schema..",
    "jakarta.validation.., ..tools.schema..",
    "com.networknt.., ..tools.check..",
    "com.github.benmanes.., ..tools.share..",
    "com.sun.source.., ..tools.javadoc..",
    "javax.annotation.processing.., ..tools.javadoc..",
    "dev.belay.process.., ..tools.run..",
    "dev.belay.http.., ..tools.serve.."
  })
  void eachLibraryIsKnownInOnePackage(String library, String place) {
    noClasses()
        .that()
        .resideOutsideOfPackage(place)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .check(TOOLS);
  }

  @Test
  @DisplayName("A server on stdio needs no HTTP: only what serves over it knows it")
  void onlyServersOverHttpKnowHttp() {
    noClasses()
        .that()
        .haveNameNotMatching(".*\\.serve\\.(HttpToolServer|RunningToolServer)")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.belay.http..", "io.netty..")
        .check(TOOLS);
  }

  @Test
  @DisplayName("What reads kept Javadoc needs no compiler")
  void onlyTheProcessorKnowsTheCompiler() {
    noClasses()
        .that()
        .haveNameMatching(".*\\.javadoc\\.(KeptJavadoc|Key)(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.sun..", "javax..")
        .check(TOOLS);
  }

  @Test
  @DisplayName("Sharing knows neither messages nor results: the gateway has its own")
  void sharingKnowsNoMessages() {
    noClasses()
        .that()
        .resideInAPackage("..tools.share..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.belay.mcp..",
            "tools.jackson..",
            "..tools.declare..",
            "..tools.result..",
            "..tools.run..")
        .check(TOOLS);
  }
}
