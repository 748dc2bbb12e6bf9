package dev.belay.gateway.relay;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import dev.belay.gateway.upstream.Asker;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.input.PendingInput;
import dev.belay.mcp.progress.ClientProgress;
import dev.belay.mcp.session.InFlight;
import dev.belay.mcp.session.ReplyTo;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One request of the client that has no answer yet. */
sealed interface ClientRequest extends Asker, InFlight.Entry
    permits GovernedRequest, RelayedSubscription, RelayedRequest, RetriedRequest, UndecidedRequest {
  /** {@return the session of its client} */
  ClientSession session();

  /** {@return the sink of its answer and of related messages} */
  ReplyTo replyTo();

  /** {@return the request as the client sent it} */
  Envelope request();

  @Override
  default Asker afterwards() {
    return FormerAsker.of(session());
  }

  /** {@return the relay of its progress; null if it requested none} */
  default @Nullable ClientProgress progress() {
    return null;
  }

  /** {@return the call itself, if it runs on {@code link}} */
  default @Nullable Call on(UpstreamConnection link) {
    return null;
  }

  /** {@return whether a server may ask questions about it; false for a subscription} */
  default boolean mayBeAskedBack() {
    return true;
  }

  /** {@return the questions about it to its client; null if there can be none} */
  default @Nullable PendingInput<ClientRequest> input() {
    return null;
  }

  /** {@return the task that its client has for an answer; null if it has none} */
  default @Nullable CallId task() {
    return null;
  }

  /** {@return whether its client has a task, and answers questions about it apart from requests} */
  default boolean isTask() {
    return task() != null;
  }

  /** {@return whether its client has the handle of a job, and answers no question about it} */
  default boolean hasHandle() {
    return false;
  }

  /** {@return whether its client has been handed questions, and has not come back with answers} */
  default boolean waitsForPerson() {
    var asked = input();
    return asked != null && asked.isParked();
  }

  /** {@return the round that waits for its answer now, or did last; null between two rounds} */
  default @Nullable ClientRequest waiting() {
    var asked = input();
    if (asked == null) {
      return this;
    }
    return asked.isParked() ? null : Objects.requireNonNullElse(asked.waiting(), this);
  }

  /** Relays progress to the round that waits now. */
  default void relayProgress(Envelope notification) {
    var waiting = waiting();
    var progress = waiting == null ? null : waiting.progress();
    if (progress != null) {
      progress.relay(RelatedTask.without(notification));
    }
  }

  /** Ends the relay of progress. */
  default void dismiss() {
    var progress = progress();
    if (progress != null) {
      progress.close();
    }
  }

  /**
   * Ends this round, if its client still waits for it.
   *
   * @param render renders the answer with the client's id; null for no answer
   */
  default void answer(Function<RequestId, byte @Nullable []> render) {
    dismiss();
    boolean first = session().inFlight().end(this);
    var response = first ? render.apply(id()) : null;
    if (response == null) {
      replyTo().nothing();
    } else {
      replyTo().send(response);
    }
  }

  /** The client cancels it, and will get no answer. */
  void cancel(String reason);

  /** The client is gone. */
  void leave();
}
