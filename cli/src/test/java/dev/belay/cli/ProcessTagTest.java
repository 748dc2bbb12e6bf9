package dev.belay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.testbed.fault.FaultyServers;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Tests with real processes or a real clock, and no others, have the tag process")
final class ProcessTagTest {
  private static final JavaClasses TESTS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.OnlyIncludeTests())
          .importPackages("dev.belay.cli");

  private static final Set<String> REAL =
      Set.of(
          FaultyServers.class.getName(), Patience.class.getName(), ProcessBuilder.class.getName());

  @Test
  void eachHasIt() {
    assertThat(TESTS.stream().filter(ProcessTagTest::isTest).filter(ProcessTagTest::isReal))
        .isNotEmpty()
        .allMatch(ProcessTagTest::isTagged);
  }

  @Test
  void noOtherHasIt() {
    assertThat(TESTS.stream().filter(ProcessTagTest::isTagged))
        .isNotEmpty()
        .allMatch(ProcessTagTest::isReal);
  }

  private static boolean isTest(JavaClass one) {
    return one.getMethods().stream()
        .anyMatch(
            method -> method.isMetaAnnotatedWith("org.junit.platform.commons.annotation.Testable"));
  }

  private static boolean isTagged(JavaClass one) {
    return one.tryGetAnnotationOfType(Tag.class)
        .map(tag -> tag.value().equals("process"))
        .orElse(false);
  }

  /**
   * {@return whether it uses a process or the system clock, itself or by other classes of tests}
   */
  private static boolean isReal(JavaClass test) {
    var open = new ArrayDeque<>(List.of(test));
    var seen = new HashSet<>(open);
    while (!open.isEmpty()) {
      var one = open.remove();
      if (readsTheClock(one)) {
        return true;
      }
      for (var dependency : one.getDirectDependenciesFromSelf()) {
        var used = dependency.getTargetClass();
        if (!one.isEquivalentTo(ProcessTagTest.class) && REAL.contains(used.getName())) {
          return true;
        }
        if (TESTS.contain(used.getName()) && seen.add(used)) {
          open.add(used);
        }
      }
    }
    return false;
  }

  private static boolean readsTheClock(JavaClass one) {
    return one.getCodeUnitAccessesFromSelf().stream()
        .anyMatch(access ->
            access.getTargetOwner().isEquivalentTo(Time.class)
                && access.getTarget().getName().equals("system"));
  }
}
