package dev.belay.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Rule that a test which starts a process or reads a real clock is tagged {@code process}. */
final class ProcessTagRule {
  private static final String TEST = "org.junit.platform.commons.annotation.Testable";

  /** What starts processes or reads a real clock, as {@code owner.name}. */
  private static final Pattern REAL =
      Pattern.compile(
          "java\\.lang\\.ProcessBuilder\\.start|.*\\.Spawner\\.(open|start)"
              + "|.*\\.FaultyServers\\.command|.*\\.FaultyHttp\\.start(On)?"
              + "|.*\\.Time\\.system|.*\\.GovernorOptions\\.system");

  private ProcessTagRule() {}

  /** {@return the rule for tests that reach what is real through classes below {@code root}} */
  static ArchRule below(String root) {
    return methods()
        .that()
        .areMetaAnnotatedWith(TEST)
        .should(
            new ArchCondition<JavaMethod>("be tagged process if they reach what is real") {
              @Override
              public void check(JavaMethod test, ConditionEvents events) {
                var seen = new HashSet<JavaCodeUnit>();
                var found =
                    Stream.concat(Stream.of(test), around(test.getOwner()))
                        .flatMap(unit -> reached(unit, root, seen).stream())
                        .findFirst();
                if (found.isPresent() && !isTagged(test)) {
                  var text = test.getFullName() + " reaches " + found.get();
                  events.add(SimpleConditionEvent.violated(test, text));
                }
              }
            });
  }

  private static boolean isTagged(JavaMethod test) {
    return Stream.of(
            test.tryGetAnnotationOfType(Tag.class),
            test.getOwner().tryGetAnnotationOfType(Tag.class))
        .flatMap(Optional::stream)
        .anyMatch(tag -> tag.value().equals("process"));
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

  /** {@return the way from {@code from} to something real} */
  private static Optional<String> reached(JavaCodeUnit from, String root, Set<JavaCodeUnit> seen) {
    if (!seen.add(from)) {
      return Optional.empty();
    }
    for (var access : from.getAccessesFromSelf()) {
      var target = access.getTargetOwner().getName() + "." + access.getTarget().getName();
      if (REAL.matcher(target).matches()) {
        return Optional.of(target);
      }
      var found =
          next(access, root).flatMap(unit -> reached(unit, root, seen).stream()).findFirst();
      if (found.isPresent()) {
        return Optional.of(target + " → " + found.get());
      }
    }
    return Optional.empty();
  }

  /** {@return the code that an access runs: its target, and what loads the target's class} */
  private static Stream<JavaCodeUnit> next(JavaAccess<?> access, String root) {
    var owner = access.getTargetOwner();
    return owner.getPackageName().startsWith(root)
        ? owner.getCodeUnits().stream()
            .filter(unit ->
                unit.getName().equals(access.getTarget().getName())
                    || unit.getName().equals("<clinit>"))
        : Stream.empty();
  }
}
