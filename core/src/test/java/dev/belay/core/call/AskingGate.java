package dev.belay.core.call;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A gate that asks somebody, as an approval will. */
final class AskingGate implements Gate {
  private final CompletableFuture<String> answer = new CompletableFuture<>();
  private final Duration limit;

  /** How many are waiting for the answer: those who were cancelled have left. */
  int waiting;

  /** How many passes are out. */
  int passes;

  AskingGate(Duration limit) {
    this.limit = limit;
  }

  void approve() {
    answer.complete("");
  }

  void deny(String why) {
    answer.complete(why);
  }

  @Override
  public String name() {
    return "approval";
  }

  @Override
  public Duration limit() {
    return limit;
  }

  @Override
  public Pass enter(CallInfo call) throws InterruptedException, RefusedException {
    waiting++;
    try {
      var why = answer.get();
      if (!why.isEmpty()) {
        throw new RefusedException(why);
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    } finally {
      waiting--;
    }
    passes++;
    return () -> passes--;
  }
}
