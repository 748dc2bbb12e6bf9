package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.Delivery;
import dev.belay.gateway.upstream.Exchange;
import dev.belay.gateway.upstream.Loss;
import dev.belay.gateway.upstream.UpstreamProcess;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A request that is none of Belay's business: passed on under an id of Belay's own, and its answer
 * passed back.
 *
 * <p>Concurrency: ending it in {@link InFlight} decides who answers.
 */
final class RelayedRequest implements ClientRequest, Exchange, Delivery {
  /** A place that the request has been handed to. */
  private record Sent(UpstreamProcess process, long id) {}

  private final ClientSession session;
  private final Envelope request;
  private final ReplyTo replyTo;
  private final @Nullable ProgressRelay progress;
  private final AtomicReference<@Nullable Sent> sent = new AtomicReference<>();
  private final AtomicBoolean acknowledged = new AtomicBoolean();
  private volatile boolean cancelled;

  RelayedRequest(ClientSession session, Envelope request, ReplyTo replyTo) {
    this.session = session;
    this.request = request;
    this.replyTo = replyTo;
    progress = session.progressFor(request);
  }

  @Override
  public RequestId id() {
    return request.requireId();
  }

  Envelope request() {
    return request;
  }

  boolean isSubscription() {
    return request.method().equals("subscriptions/listen");
  }

  /** It does not begin. */
  void dismiss() {
    if (progress != null) {
      progress.close();
    }
  }

  @Override
  public void to(UpstreamProcess process) {
    long id = process.nextId();
    sent.set(new Sent(process, id));
    // The other party: a cancellation, which says so first and then looks where this was sent.
    if (cancelled) {
      return;
    }
    var message = Splice.of(request).id(RequestId.of(id));
    if (request.has(Member.META_PROGRESS_TOKEN)) {
      message.set(Member.META_PROGRESS_TOKEN, RequestId.of(id));
    }
    session.opening().sending(request, process);
    process.ask(id, message.bytes(), this);
  }

  @Override
  public void unavailable(String why) {
    fail(why);
  }

  @Override
  public void answered(Envelope response) {
    if (!end()) {
      return;
    }
    session.opening().answered(request, response);
    var message = Splice.of(response).id(id());
    if (response.has(Member.RESULT_META_SUBSCRIPTION_ID)) {
      message.set(Member.RESULT_META_SUBSCRIPTION_ID, id());
    }
    var where = sent.get();
    if (response.kind() == Kind.ERROR && request.method().equals("initialize") && where != null) {
      session.era().refused(where.process(), request, message.bytes(), replyTo);
    } else {
      replyTo.send(session.out().fitting(id(), message.bytes()));
    }
  }

  /** False for what a client has heard already: that a subscription of its was acknowledged. */
  boolean hears(Envelope news) {
    return !news.method().equals("notifications/subscriptions/acknowledged")
        || acknowledged.compareAndSet(false, true);
  }

  @Override
  public void progressed(Envelope notification) {
    if (progress != null && !cancelled) {
      progress.upstream(notification);
    }
  }

  @Override
  public void lost(Loss loss) {
    boolean comesBack = loss.kind() == Loss.Kind.CRASHED || loss.kind() == Loss.Kind.REPLACED;
    if (isSubscription() && comesBack && !cancelled) {
      // A new process must hear of it again (MCP 2026-07-28 §stdio); the client need not notice.
      session.upstream().deliver(this);
      return;
    }
    fail(loss.text());
  }

  private void fail(String why) {
    if (end()) {
      replyTo.send(Messages.error(id(), ErrorCode.INTERNAL_ERROR, why));
    }
  }

  private boolean end() {
    dismiss();
    session.opening().over(request);
    return session.inFlight().end(this);
  }

  @Override
  public void cancel(String reason) {
    if (request.method().equals("initialize") || !end()) {
      // initialize must not be cancelled (MCP 2025-11-25 §cancellation).
      return;
    }
    cancelled = true;
    var where = sent.get();
    if (where != null) {
      where.process().cancel(where.id(), Exchange.FORGOTTEN, reason);
    }
    replyTo.nothing();
  }

  @Override
  public void leave() {
    cancel("The client has left.");
  }
}
