package dev.belay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rule is by method, on what its own module's classes of tests do. */
@DisplayName("A test that starts a process or reads the system's clock is tagged, in every module")
final class ProcessTagTest {
  private static final String TEST = "org.junit.platform.commons.annotation.Testable";

  /** Starts of processes and readings of a real clock, as {@code owner.name}. */
  private static final Pattern REAL =
      Pattern.compile(
          "java\\.lang\\.ProcessBuilder\\.start|.*\\.Spawner\\.(open|start)"
              + "|.*\\.FaultyServers\\.command|.*\\.FaultyHttp\\.start(On)?"
              + "|.*\\.Time\\.system|.*\\.(Governor|Turn)Options\\.system");

  private static final JavaClasses TESTS = tests();

  private static JavaClasses tests() {
    try (var modules = Files.list(Path.of(".."))) {
      return new ClassFileImporter()
          .importPaths(
              modules
                  .map(module -> module.resolve("target/test-classes"))
                  .filter(Files::isDirectory)
                  .collect(Collectors.toSet()));
    } catch (IOException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Test
  void eachIsTagged() {
    assertThat(methods().filter(test -> !isTagged(test)).flatMap(ProcessTagTest::real)).isEmpty();
  }

  @Test
  void everyModuleIsSeen() {
    assertThat(methods().map(test -> test.getOwner().getPackageName().split("\\.", -1)[2]))
        .contains("core", "process", "mcp", "http", "tools", "gateway", "observe", "agent", "cli");
  }

  private static Stream<JavaMethod> methods() {
    return TESTS.stream()
        .flatMap(one -> one.getMethods().stream())
        .filter(method -> method.isMetaAnnotatedWith(TEST));
  }

  private static boolean isTagged(JavaMethod test) {
    return Stream.of(
            test.tryGetAnnotationOfType(Tag.class),
            test.getOwner().tryGetAnnotationOfType(Tag.class))
        .flatMap(Optional::stream)
        .anyMatch(tag -> tag.value().equals("process"));
  }

  /** {@return the way from a test, and from what runs around it, to something real} */
  private static Stream<String> real(JavaMethod test) {
    var seen = new HashSet<JavaCodeUnit>();
    return Stream.concat(Stream.of(test), around(test.getOwner()))
        .flatMap(unit -> reached(unit, seen).stream())
        .limit(1)
        .map(way -> test.getFullName() + " reaches " + way);
  }

  /** {@return what runs before and after each test of a class} */
  private static Stream<JavaCodeUnit> around(JavaClass tests) {
    return Stream.concat(Stream.of(tests), tests.getAllRawSuperclasses().stream())
        .flatMap(one -> one.getCodeUnits().stream())
        .filter(unit ->
            !(unit instanceof JavaMethod)
                || unit.getAnnotations().stream()
                    .anyMatch(a -> a.getRawType().getSimpleName().matches("(Before|After)\\w+")));
  }

  private static Optional<String> reached(JavaCodeUnit from, Set<JavaCodeUnit> seen) {
    if (!seen.add(from)) {
      return Optional.empty();
    }
    for (var access : from.getAccessesFromSelf()) {
      var target = access.getTargetOwner().getName() + "." + access.getTarget().getName();
      if (REAL.matcher(target).matches()) {
        return Optional.of(target);
      }
      var found = next(access).flatMap(unit -> reached(unit, seen).stream()).findFirst();
      if (found.isPresent()) {
        return Optional.of(target + " → " + found.get());
      }
    }
    return Optional.empty();
  }

  /** {@return the code that an access runs: its target, and what loads the target's class} */
  private static Stream<JavaCodeUnit> next(JavaAccess<?> access) {
    var owner = access.getTargetOwner();
    return TESTS.contain(owner.getName())
        ? owner.getCodeUnits().stream()
            .filter(unit ->
                unit.getName().equals(access.getTarget().getName())
                    || unit.getName().equals("<clinit>"))
        : Stream.empty();
  }
}
