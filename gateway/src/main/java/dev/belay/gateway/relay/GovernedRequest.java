package dev.belay.gateway.relay;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallContext;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Gate;
import dev.belay.core.call.LateNote;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Reply;
import dev.belay.core.call.Unattended;
import dev.belay.core.cancel.Cause;
import dev.belay.gateway.config.Isolation;
import dev.belay.gateway.upstream.CallListener;
import dev.belay.gateway.upstream.UpstreamCall;
import dev.belay.gateway.upstream.UpstreamProcess;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A {@code tools/call}: a governed call on the upstream, and its one answer to the client. */
final class GovernedRequest implements ClientRequest {
  private final ClientSession session;
  private final Envelope request;
  private final ReplyTo replyTo;
  private final LeaseGate server;
  private final @Nullable ProgressRelay progress;
  private final Terms terms;

  /** Set by {@link #start}. */
  private volatile @Nullable Call call;

  /** A cancellation that may have come before there was a call. */
  private volatile @Nullable Cause cause;

  private volatile @Nullable UpstreamCall made;

  GovernedRequest(ClientSession session, Envelope request, ReplyTo replyTo) {
    this.session = session;
    this.request = request;
    this.replyTo = replyTo;
    terms = Terms.of(session.toolTerms(), request);
    server = new LeaseGate(session.upstream(), session.server().startupTimeout());
    progress = session.progressFor(request);
  }

  @Override
  public RequestId id() {
    return request.requireId();
  }

  /** No progress comes any more; it is over, or does not begin at all. */
  void dismiss() {
    if (progress != null) {
      progress.close();
    }
  }

  void start() {
    var gates = new ArrayList<Gate>(2);
    if (session.lanes() != null) {
      gates.add(session.lanes().gate(terms.lane()));
    }
    gates.add(server);
    var started =
        session
            .governor()
            .start(
                CallRequest.of(terms.tool(), new Payload("mcp", request.bytes()))
                    .withLimits(terms.limits())
                    .withGates(gates.toArray(Gate[]::new))
                    .withUnattended(new Unattended.CancelNow()),
                this::run);
    call = started;
    var early = cause;
    if (early != null) {
      started.cancel(early, "");
    }
    var _ = started.attach(this::reply);
  }

  private Payload run(CallContext context) throws InterruptedException, FailedException {
    var running = context.call();
    var upstream = new UpstreamCall(server.lease(), new Hearing(this, running));
    context.stopWith(upstream);
    // The other party: a stop that came before it could see how to stop this.
    context.cancellation().throwIfCancelled();
    made = upstream;
    return upstream.run(asSent(RequestId.of(upstream.id())));
  }

  /** The request as the upstream gets it: our id and token, without what was meant for us. */
  private byte[] asSent(RequestId own) {
    var message = Splice.of(request).id(own).set(Member.META_PROGRESS_TOKEN, own);
    if (request.number(Member.META_TIMEOUT) != null) {
      message.remove(Member.META_TIMEOUT);
    }
    if (request.number(Member.META_TIMEOUT_UNDERSCORE) != null) {
      message.remove(Member.META_TIMEOUT_UNDERSCORE);
    }
    return message.bytes();
  }

  /** What the upstream says while {@code running} runs. */
  private record Hearing(GovernedRequest owner, Call running) implements CallListener {
    @Override
    public void progressed(Envelope progress) {
      owner.heard(running, progress);
    }

    @Override
    public void answered(Envelope response) {
      owner.keepTaskToken(response);
    }

    @Override
    public LateNote lateNote() {
      return running.lateNote();
    }
  }

  /** A legacy task's token outlives the response that named the task, so it is kept before that. */
  private void keepTaskToken(Envelope response) {
    var token = request.id(Member.META_PROGRESS_TOKEN);
    var own = response.id();
    if (token != null && own != null && response.has(Member.TASK_ID)) {
      session.taskTokens().keep(own, session.taskProgress(token));
    }
  }

  private void heard(Call running, Envelope notification) {
    boolean inTime =
        running.heartbeat(
            notification.text(Member.PARAMS_MESSAGE),
            number(notification.number(Member.PARAMS_PROGRESS)),
            number(notification.number(Member.PARAMS_TOTAL)));
    if (inTime && progress != null) {
      progress.upstream(notification);
    }
  }

  private static @Nullable Double number(@Nullable String literal) {
    return literal == null ? null : Double.valueOf(literal);
  }

  private void reply(Reply reply) {
    switch (reply) {
      case Reply.Final(Outcome outcome) -> end(outcome);
    }
  }

  private void end(Outcome outcome) {
    dismiss();
    boolean first = session.inFlight().end(this);
    var response = first ? Answers.to(this, outcome) : null;
    if (response != null) {
      replyTo.send(session.out().fitting(id(), response));
    } else {
      replyTo.nothing();
    }
  }

  Envelope request() {
    return request;
  }

  /** {@return the upstream's answer to a completed call} */
  Envelope response() {
    return Objects.requireNonNull(made).response();
  }

  /** {@return what the answer must say about a restart of the server, once} */
  @Nullable String takeRestartNotice() {
    return Objects.requireNonNull(made).takeRestartNotice();
  }

  /** True where stopping the call is ending a process, not a request to one (C33). */
  boolean hasOwnProcess() {
    return session.server().isolation() == Isolation.CALL;
  }

  Terms terms() {
    return terms;
  }

  /** {@return the call itself, if it runs on {@code process}} */
  @Nullable Call on(UpstreamProcess process) {
    return server.isOn(process) ? call : null;
  }

  @Override
  public void cancel(String reason) {
    cancel(Cause.CLIENT, reason);
  }

  @Override
  public void leave() {
    cancel(Cause.CLIENT_GONE, "");
  }

  private void cancel(Cause why, String by) {
    cause = why;
    var running = call;
    if (running != null) {
      running.cancel(why, by);
    }
  }
}
