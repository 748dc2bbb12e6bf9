package dev.belay.observe;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.belay.core.call.CallContext;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.Work;
import dev.belay.gateway.approval.ApprovalText;
import dev.belay.gateway.approval.ShownArguments;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.call.Tracing;
import dev.belay.gateway.job.JobText;
import dev.belay.gateway.listing.ListFigures;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.gateway.notice.Notices;
import dev.belay.gateway.relay.ServerFigures;
import dev.belay.gateway.upstream.LeftBehind;
import dev.belay.gateway.upstream.RetiringProcess;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Seeing: by ports and figures, without a hand in any call, no cycles")
final class ObserveArchitectureTest {
  private static final JavaClasses OBSERVE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.belay.observe");

  @Test
  @DisplayName(
      "Of the gateway it knows three ports, what passes through them, the fields of jobs and"
          + " approvals, how arguments are shown, and figures that it is given")
  void knowsPortsAndFigures() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.belay.gateway..")
                .and(
                    not(
                        areOf(
                            ApprovalText.class,
                            ShownArguments.class,
                            CallPolicy.class,
                            Decisions.class,
                            JobText.class,
                            ToolCall.class,
                            ToolCalls.class,
                            Tracing.class,
                            ListFigures.class,
                            ToolIndex.class,
                            ToolIndex.Tool.class,
                            Notices.Figures.class,
                            ServerFigures.class,
                            LeftBehind.class,
                            RetiringProcess.class))))
        .check(OBSERVE);
  }

  /** By their names: only the classes of this module are read. */
  private static DescribedPredicate<JavaClass> areOf(Class<?>... types) {
    return describe(
        "are one of these, or inside of one",
        type ->
            Stream.of(types)
                .anyMatch(one -> (type.getName() + "$").startsWith(one.getName() + "$")));
  }

  @Test
  @DisplayName("S0-23, S0-26: it starts no call and runs no work")
  void startsNothing() {
    noClasses()
        .should()
        .callMethod(Work.class, "run", CallContext.class)
        .orShould()
        .callMethod(Governor.class, "start", CallRequest.class, Work.class)
        .orShould()
        .callMethod(Governor.class, "start", CallRequest.class, Work.class, Consumer.class)
        .check(OBSERVE);
  }

  @Test
  @DisplayName("It knows no door, no command, and no program")
  void knowsNoDoor() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.belay.http.server..", "dev.belay.http.stream..", "dev.belay.cli..", "io.netty..")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.lang\\.(ProcessBuilder|Runtime)|java\\.awt\\..*")
        .check(OBSERVE);
  }

  @Test
  @DisplayName("CVE-2026-0621: no pattern that a client made up is run")
  void noPatternOfOthersIsRun() {
    noClasses()
        .that()
        .resideInAPackage("..observe.rest..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.regex..")
        .check(OBSERVE);
  }

  @Test
  @DisplayName("What libraries do is loaded where it is asked for")
  void librariesStayInTheirPackages() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..observe.metrics..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.micrometer..")
        .check(OBSERVE);
    noClasses()
        .that()
        .resideOutsideOfPackage("..observe.trace..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.opentelemetry..")
        .check(OBSERVE);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.belay.observe.(*)..").should().beFreeOfCycles().check(OBSERVE);
  }
}
