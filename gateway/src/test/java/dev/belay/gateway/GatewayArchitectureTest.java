package dev.belay.gateway;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.belay.core.call.CallContext;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Work;
import dev.belay.gateway.config.EffectiveLimits;
import dev.belay.gateway.config.McpSettings;
import dev.belay.gateway.upstream.UpstreamCall;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The gateway: one door to time, one door to running a tool, no cycles")
final class GatewayArchitectureTest {
  private static final JavaClasses GATEWAY =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.belay.gateway");

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
        .check(GATEWAY);
  }

  @Test
  @DisplayName("S0-23, S0-26: a tool is run by work that the Governor started, and by nothing else")
  void onlyWorkOfTheGovernorRunsAnUpstreamCall() {
    noClasses()
        .should()
        .callMethodWhere(
            describe(
                "run an upstream call without the context that only the Governor makes",
                call ->
                    call.getTargetOwner().isEquivalentTo(UpstreamCall.class)
                        && call.getName().equals("run")
                        && call.getOrigin().getRawParameterTypes().stream()
                            .noneMatch(type -> type.isEquivalentTo(CallContext.class))))
        .check(GATEWAY);
    noClasses().should().callMethod(Work.class, "run", CallContext.class).check(GATEWAY);
  }

  @Test
  @DisplayName("S0-24, S0-26: limits are merged in config and asked for in one place")
  void limitsAreReadInOnePlace() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..config..")
        .and()
        .doNotHaveSimpleName("Terms")
        .should()
        .callMethodWhere(
            target(owner(assignableTo(McpSettings.class)))
                .and(
                    describe(
                        "that is a limit of calls",
                        call ->
                            call.getName().equals("timeout")
                                || call.getName().equals("idleTimeout"))))
        .orShould()
        .callConstructor(Limits.class, Duration.class, Duration.class)
        .check(GATEWAY);
    noClasses()
        .that()
        .doNotHaveSimpleName("GovernedRequest")
        .should()
        .callMethod(Governor.class, "start", CallRequest.class, Work.class)
        .check(GATEWAY);
    classes()
        .that()
        .areAssignableTo(EffectiveLimits.class)
        .should()
        .onlyBeAccessed()
        .byClassesThat()
        .haveNameMatching(".*\\.(config\\..*|Terms|Answers)")
        .check(GATEWAY);
  }

  @Test
  void relayKnowsUpstreamAndUpstreamDoesNotKnowRelay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("relay")
        .definedBy("..gateway.relay..")
        .layer("upstream")
        .definedBy("..gateway.upstream..")
        .layer("config")
        .definedBy("..gateway.config..")
        .whereLayer("relay")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("upstream")
        .mayOnlyBeAccessedByLayers("relay")
        .whereLayer("config")
        .mayOnlyBeAccessedByLayers("relay", "upstream")
        .check(GATEWAY);
    slices().matching("dev.belay.gateway.(*)..").should().beFreeOfCycles().check(GATEWAY);
  }

  @Test
  @DisplayName("The gateway stands behind a port: it knows no door, and no command")
  void theGatewayKnowsNoDoor() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.belay.http..", "dev.belay.cli..", "dev.belay.testkit..", "io.netty..")
        .check(GATEWAY);
  }

  @Test
  @DisplayName("Translation is pure: it knows messages, and nothing that runs or remembers")
  void translationKnowsOnlyMessages() {
    classes()
        .that()
        .resideInAPackage("..gateway.translate..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java.lang..",
            "java.util",
            "java.util.function",
            "java.util.stream",
            "java.nio.charset",
            "org.jspecify.annotations",
            "dev.belay.mcp.envelope",
            "dev.belay.mcp.era",
            "dev.belay.gateway.translate")
        .check(GATEWAY);
  }

  @Test
  void nothingHereWritesToStandardOutput() {
    noClasses()
        .should()
        .accessField(System.class, "out")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(PrintStream.class)
        .check(GATEWAY);
  }
}
