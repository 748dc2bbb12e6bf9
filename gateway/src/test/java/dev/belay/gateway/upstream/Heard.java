package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.Envelope;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** A request that writes down how it ends. */
final class Heard implements UpstreamExchange {
  final List<String> all = new CopyOnWriteArrayList<>();

  /** The thread that delivered its first end. */
  final CompletableFuture<Thread> by = new CompletableFuture<>();

  final CompletableFuture<Loss> loss = new CompletableFuture<>();
  private final boolean isTakenBack;

  Heard() {
    this(/* isTakenBack= */ false);
  }

  Heard(boolean isTakenBack) {
    this.isTakenBack = isTakenBack;
  }

  @Override
  public boolean isTakenBack(long id) {
    return isTakenBack;
  }

  @Override
  public void answered(Envelope response) {
    add("answered " + response.id());
  }

  @Override
  public void lost(Loss loss) {
    this.loss.complete(loss);
    add("lost " + loss.kind());
  }

  private void add(String end) {
    all.add(end);
    by.complete(Thread.currentThread());
  }
}
