package dev.belay.probe.load;

import dev.belay.core.time.Time;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;

/**
 * Where load comes from.
 *
 * @param threads make the threads of the attempts
 * @param interrupted complete once a person does not want to wait any more
 */
public record Site(Time time, ThreadFactory threads, CompletableFuture<?> interrupted) {
  /** {@return this machine, with virtual threads} */
  public static Site here(CompletableFuture<?> interrupted) {
    return new Site(
        Time.system(), Thread.ofVirtual().name("belay-load-", 0).factory(), interrupted);
  }
}
