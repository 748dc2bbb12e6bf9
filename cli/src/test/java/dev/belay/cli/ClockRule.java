package dev.belay.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Forbids reading the clock, and waiting by it, outside one module. */
final class ClockRule {
  /** Methods that read the clock or wait by it, whatever their parameters. */
  private static final Set<String> ALWAYS =
      Set.of(
          "java.lang.System.nanoTime",
          "java.lang.System.currentTimeMillis",
          "java.lang.Thread.sleep",
          "java.time.Instant.now",
          "java.time.LocalDate.now",
          "java.time.LocalDateTime.now",
          "java.time.LocalTime.now",
          "java.time.OffsetDateTime.now",
          "java.time.ZonedDateTime.now",
          "java.util.concurrent.CompletableFuture.completeOnTimeout",
          "java.util.concurrent.CompletableFuture.delayedExecutor",
          "java.util.concurrent.CompletableFuture.orTimeout",
          "java.util.concurrent.TimeUnit.sleep",
          "java.util.concurrent.TimeUnit.timedJoin",
          "java.util.concurrent.TimeUnit.timedWait",
          "java.util.concurrent.locks.LockSupport.parkNanos",
          "java.util.concurrent.locks.LockSupport.parkUntil");

  /** Methods that wait by the clock if they take a time. */
  private static final Set<String> IF_TIMED =
      Set.of(
          "acquire",
          "await",
          "awaitUninterruptibly",
          "awaitNanos",
          "awaitTermination",
          "awaitUntil",
          "awaitAdvanceInterruptibly",
          "exchange",
          "get",
          "invokeAll",
          "invokeAny",
          "join",
          "offer",
          "offerFirst",
          "offerLast",
          "poll",
          "pollFirst",
          "pollLast",
          "schedule",
          "scheduleAtFixedRate",
          "scheduleWithFixedDelay",
          "tryAcquire",
          "tryAcquireNanos",
          "tryLock",
          "tryReadLock",
          "tryTransfer",
          "tryWriteLock",
          "wait",
          "waitFor");

  private static final Set<String> TIMES =
      Set.of("long", "java.time.Duration", "java.util.Date", TimeUnit.class.getName());

  /** Owners of such waits; methods of our own may have any name. */
  private static final Set<String> WAITERS =
      Set.of(
          "io.netty.channel",
          "io.netty.util.concurrent",
          "java.lang",
          "java.util.concurrent",
          "java.util.concurrent.locks");

  private ClockRule() {}

  /** {@return the rule that no class outside {@code door} reads the clock or waits by it} */
  static ArchRule nobodyReadsTheClock(String door) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(door)
        .should()
        .accessTargetWhere(isTimed())
        .orShould()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "are clocks or timers",
                type ->
                    type.isEquivalentTo(Clock.class)
                        || type.isEquivalentTo(Timer.class)
                        // Event loops of other libraries can schedule too, but nothing uses
                        // that.
                        || type.isEquivalentTo(ScheduledExecutorService.class)
                        || type.isEquivalentTo(ScheduledThreadPoolExecutor.class)));
  }

  private static DescribedPredicate<JavaAccess<?>> isTimed() {
    return DescribedPredicate.describe(
        "reads the clock or waits by it",
        access -> access instanceof JavaCodeUnitAccess<?> call && isTimed(call));
  }

  private static boolean isTimed(JavaCodeUnitAccess<?> call) {
    var owner = call.getTargetOwner();
    var name = call.getTarget().getName();
    return ALWAYS.contains(owner.getName() + "." + name)
        || (owner.isAssignableTo(Thread.class) && name.equals("sleep"))
        || (IF_TIMED.contains(name)
            && WAITERS.contains(owner.getPackageName())
            && call.getTarget().getRawParameterTypes().stream()
                .map(JavaClass::getName)
                .anyMatch(TIMES::contains));
  }
}
