package dev.belay.mcp.client;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** A request without an answer. The caller that settles it reports its end. */
final class PendingPost {
  private final Envelope message;
  private final boolean modern;
  private final Trip trip = new Trip();
  private final CompletableFuture<Boolean> sent = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final AtomicBoolean settled = new AtomicBoolean();
  private volatile boolean cancelled;

  PendingPost(Envelope message) {
    this.message = message;
    this.modern = ModernHeaders.isModern(message);
  }

  Envelope message() {
    return message;
  }

  RequestId id() {
    return message.requireId();
  }

  boolean isModern() {
    return modern;
  }

  /** {@return whether it opens the session of the legacy era} */
  boolean isInitialize() {
    return !modern && message.method().equals("initialize");
  }

  Trip trip() {
    return trip;
  }

  /** {@return whether the request was handed to the network, once known} */
  CompletableFuture<Boolean> sent() {
    return sent;
  }

  /** {@return a future that completes once all work for it has ended} */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** Returns true for the one caller that may report its end. */
  boolean settle() {
    return settled.compareAndSet(false, true);
  }

  boolean isSettled() {
    return settled.get();
  }

  /** Records that the answer is no longer awaited; one that comes all the same is passed on. */
  void cancel() {
    cancelled = true;
  }

  boolean isCancelled() {
    return cancelled;
  }
}
