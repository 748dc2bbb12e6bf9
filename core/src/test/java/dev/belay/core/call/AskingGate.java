package dev.belay.core.call;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A gate that waits for an answer, like an approval. */
final class AskingGate implements Gate {
  private final CompletableFuture<String> answer = new CompletableFuture<>();
  private final Duration limit;

  /** The number of calls waiting for the answer, without cancelled ones. */
  int waiting;

  /** The number of passes that are not closed. */
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
