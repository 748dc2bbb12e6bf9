package dev.belay.gateway.catalog;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.InFlight;
import dev.belay.mcp.session.ReplyTo;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One request of a client that has no answer yet.
 *
 * <p>Concurrency: the thread that sets {@code over} answers.
 */
abstract sealed class OpenRequest implements InFlight.Entry
    permits ProxiedRequest, Listening, Listing {
  final CatalogConversation client;
  final Envelope request;
  final ReplyTo reply;
  private final AtomicBoolean over = new AtomicBoolean();

  OpenRequest(CatalogConversation client, Envelope request, ReplyTo reply) {
    this.client = client;
    this.request = request;
    this.reply = reply;
  }

  @Override
  public final RequestId id() {
    return request.requireId();
  }

  /** The client cancels it, and will get no answer. */
  abstract void cancelled(Envelope notification);

  /** Its client has left, and waits for no answer. */
  abstract void left();

  final boolean isOver() {
    return over.get();
  }

  /** True for the caller that ends the request, and so may answer it. */
  final boolean end() {
    return over.compareAndSet(false, true) && client.ended(this);
  }
}
