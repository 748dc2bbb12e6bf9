package dev.belay.gateway;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.belay.config.McpSettings;
import dev.belay.core.call.CallContext;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Work;
import dev.belay.gateway.upstream.UpstreamCall;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The gateway: one door to running a tool, no cycles")
final class GatewayArchitectureTest {
  private static final JavaClasses GATEWAY =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.belay.gateway", "dev.belay.config");

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
        .orShould()
        .callMethod(Governor.class, "start", CallRequest.class, Work.class, Consumer.class)
        .check(GATEWAY);
  }

  @Test
  void eachLayerKnowsThoseBelowIt() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("catalog")
        .definedBy("..gateway.catalog..")
        .layer("breaker")
        .definedBy("..gateway.breaker..")
        .layer("relay")
        .definedBy("..gateway.relay..")
        .layer("upstream")
        .definedBy("..gateway.upstream..")
        .whereLayer("catalog")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("relay")
        .mayOnlyBeAccessedByLayers("catalog")
        .whereLayer("breaker")
        .mayOnlyBeAccessedByLayers("relay")
        .whereLayer("upstream")
        .mayOnlyBeAccessedByLayers("catalog", "relay")
        .check(GATEWAY);
  }

  @Test
  @DisplayName("The gateway stands behind a port: it knows no door, and no command")
  void theGatewayKnowsNoDoor() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.belay.http.server..",
            "dev.belay.http.stream..",
            "dev.belay.http.info..",
            "dev.belay.cli..",
            "dev.belay.testbed..",
            "dev.belay.testkit..",
            "io.netty..")
        .check(GATEWAY);
    noClasses()
        .that()
        .resideInAnyPackage(
            "..belay.config..", "..gateway.relay..", "..gateway.translate..", "..upstream..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.belay.http..")
        .because("who serves need not know that anybody looks")
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
  @DisplayName("What a token is made of is known where tokens are checked, and loaded with that")
  void tokensAreCheckedInOnePlace() {
    noClasses()
        .that()
        .haveNameNotMatching(".*\\.access\\.(SigningKeys|Jwt[A-Za-z]+)(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.nimbusds..")
        .check(GATEWAY);
  }

  @Test
  @DisplayName("CVE-2025-6514: no address that somebody sends is opened, by a shell or a browser")
  void noAddressIsOpened() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveNameMatching("java\\.lang\\.(ProcessBuilder|Runtime)|java\\.awt\\..*")
        .check(GATEWAY);
  }

  @Test
  @DisplayName("CVE-2026-0621: no pattern that a server, or a client, made up is run")
  void noPatternOfOthersIsRun() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "..gateway.catalog..",
            "..gateway.listing..",
            "..gateway.relay..",
            "..gateway.translate..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.regex..")
        .check(GATEWAY);
  }

  @Test
  @DisplayName("What lists look like is no matter of how servers are reached")
  void listingKnowsNeitherRelayNorUpstream() {
    noClasses()
        .that()
        .resideInAPackage("..gateway.listing..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..gateway.relay..", "..gateway.upstream..", "..gateway.translate..")
        .check(GATEWAY);
  }
}
