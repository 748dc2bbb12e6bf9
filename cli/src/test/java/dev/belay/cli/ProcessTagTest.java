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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rule is by method, on what its own module's classes of tests do. */
@DisplayName("A test that starts a process or reads the system's clock is tagged, in every module")
final class ProcessTagTest {
  /** Annotations of tests, and of what runs around each. */
  private static final Pattern TEST = Pattern.compile(".*(Test|TestFactory|TestTemplate)");

  private static final Pattern AROUND = Pattern.compile("(Before|After)\\w+");

  /** Starts of processes and readings of a real clock, as {@code owner.name}. */
  private static final Pattern REAL =
      Pattern.compile(
          "java\\.lang\\.ProcessBuilder\\.start|.*\\.Spawner\\.(open|start)"
              + "|.*\\.FaultyServers\\.command|.*\\.FaultyHttp\\.start(On)?"
              + "|.*\\.Time\\.system|.*\\.(Governor|Turn)Options\\.system");

  private static final JavaClasses TESTS = tests();
  private static final Map<JavaCodeUnit, String> WAYS = ways();

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
        .filter(method -> isAnnotated(method, TEST));
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
    return Stream.concat(Stream.of(test), around(test.getOwner()))
        .filter(WAYS::containsKey)
        .limit(1)
        .map(unit -> test.getFullName() + " reaches " + WAYS.get(unit));
  }

  /** {@return what runs before and after each test of a class} */
  private static Stream<JavaCodeUnit> around(JavaClass tests) {
    return Stream.concat(Stream.of(tests), tests.getAllRawSuperclasses().stream())
        .flatMap(one -> one.getCodeUnits().stream())
        .filter(unit -> !(unit instanceof JavaMethod) || isAnnotated(unit, AROUND));
  }

  private static boolean isAnnotated(JavaCodeUnit unit, Pattern names) {
    return unit.getAnnotations().stream()
        .anyMatch(one -> names.matcher(one.getRawType().getSimpleName()).matches());
  }

  /** {@return the code that leads to something real, with the way there} */
  private static Map<JavaCodeUnit, String> ways() {
    var callers = new HashMap<JavaCodeUnit, List<JavaCodeUnit>>();
    var ways = new HashMap<JavaCodeUnit, String>();
    for (var one : TESTS) {
      for (var access : one.getAccessesFromSelf()) {
        var target = access.getTargetOwner().getName() + "." + access.getTarget().getName();
        if (REAL.matcher(target).matches()) {
          ways.put(access.getOrigin(), target);
        } else {
          next(access)
              .forEach(unit ->
                  callers.computeIfAbsent(unit, _ -> new ArrayList<>()).add(access.getOrigin()));
        }
      }
    }
    var found = new ArrayDeque<>(ways.keySet());
    while (!found.isEmpty()) {
      var unit = found.remove();
      for (var caller : callers.getOrDefault(unit, List.of())) {
        var way = unit.getFullName() + " → " + ways.get(unit);
        if (ways.putIfAbsent(caller, way) == null) {
          found.add(caller);
        }
      }
    }
    return ways;
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
