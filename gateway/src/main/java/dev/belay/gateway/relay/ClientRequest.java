package dev.belay.gateway.relay;

import dev.belay.core.call.Call;
import dev.belay.gateway.upstream.Asker;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ReplyTo;
import org.jspecify.annotations.Nullable;

/** One request of the client that has no answer yet. */
sealed interface ClientRequest extends Asker
    permits GovernedRequest, Listening, RelayedRequest, RetriedRequest, UndecidedRequest {
  /** {@return whose it is} */
  ClientSession session();

  /** {@return the client's own id for it} */
  RequestId id();

  /** {@return where its answer goes, and what belongs to it} */
  ReplyTo replyTo();

  /** {@return the request as the client sent it} */
  Envelope request();

  @Override
  default Asker afterwards() {
    return FormerAsker.of(session());
  }

  /** {@return what relays progress to it; null if it asked for none} */
  default @Nullable ProgressRelay progress() {
    return null;
  }

  /** {@return the call itself, if it runs on {@code link}} */
  default @Nullable Call on(UpstreamConnection link) {
    return null;
  }

  /** {@return whether a server may have questions about it: about a subscription it has none} */
  default boolean mayBeAskedBack() {
    return true;
  }

  /** {@return how it is answered; null for what cannot be asked back} */
  default @Nullable Answering answering() {
    return null;
  }

  /** {@return whether its client has been handed questions, and has not come back with answers} */
  default boolean waitsForPerson() {
    var how = answering();
    return how != null && how.waiting() == null;
  }

  /** The client takes it back, and will get no answer. */
  void cancel(String reason);

  /** The client is gone. */
  void leave();
}
