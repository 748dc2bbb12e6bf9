package dev.belay.core.simulation;

import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Gate;
import dev.belay.core.call.RefusedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A gate that waits for an answer that may never come. */
record Asker(World world, Duration limit, CompletableFuture<Boolean> answer) implements Gate {
  @Override
  public String name() {
    return "approval";
  }

  @Override
  public Pass enter(CallInfo call) throws InterruptedException, RefusedException {
    while (!world.simulation.await(answer, Duration.ofDays(1))) {
      world.broken("somebody waits for an answer for more than a day");
    }
    if (!answer.join()) {
      throw new RefusedException("No.");
    }
    world.passes++;
    return () -> world.passes--;
  }
}
