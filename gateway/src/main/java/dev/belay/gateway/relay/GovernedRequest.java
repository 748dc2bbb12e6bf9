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
import dev.belay.gateway.translate.Retry;
import dev.belay.gateway.upstream.Asker;
import dev.belay.gateway.upstream.CallListener;
import dev.belay.gateway.upstream.ServerLink;
import dev.belay.gateway.upstream.UpstreamCall;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import dev.belay.mcp.session.ReplyTo;
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

  /** Set by the reader of the server's answers alone. */
  private volatile @Nullable Interview interview;

  private volatile boolean ended;

  private final Answering answering = new Answering(this);

  /** How the call went to its server, and its answer comes back; set before it goes. */
  private volatile @Nullable Passage passage;

  GovernedRequest(ClientSession session, Envelope request, ReplyTo replyTo) {
    this.session = session;
    this.request = request;
    this.replyTo = replyTo;
    terms = Terms.of(session.relay().toolTerms(), request);
    server = new LeaseGate(session.audience().upstream(), session.audience().patience());
    progress = session.progressFor(request, replyTo);
  }

  @Override
  public ClientSession session() {
    return session;
  }

  @Override
  public ReplyTo replyTo() {
    return replyTo;
  }

  @Override
  public RequestId id() {
    return request.requireId();
  }

  @Override
  public @Nullable ProgressRelay progress() {
    return progress;
  }

  @Override
  public Answering answering() {
    return answering;
  }

  /** It does not begin. */
  void dismiss() {
    if (progress != null) {
      progress.close();
    }
  }

  void start() {
    var gates = new ArrayList<Gate>(2);
    if (session.relay().lanes() != null) {
      gates.add(session.relay().lanes().gate(terms.lane()));
    }
    gates.add(server);
    var started =
        session
            .relay()
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
    session.audience().raiseLogLevelFor(session);
    var way = session.passage();
    passage = way;
    return upstream.run(asSent(way.toServer(request), RequestId.of(upstream.id())));
  }

  /** The request as the upstream gets it: our id and token, without what was meant for us. */
  private static byte[] asSent(Envelope request, RequestId own) {
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
    public Asker asker() {
      return owner;
    }

    @Override
    public void progressed(Envelope progress) {
      owner.heard(running, progress);
    }

    @Override
    public void answered(Envelope response) {
      owner.keepTaskToken(response);
    }

    @Override
    public boolean asksBack(Envelope response) {
      return owner.interviews(response);
    }

    @Override
    public LateNote lateNote() {
      return running.lateNote();
    }
  }

  /**
   * Whose the task is that the call became; a legacy one's token outlives the response that named
   * the task, so it is kept before that.
   */
  private void keepTaskToken(Envelope response) {
    session.audience().tasks().learn(session, response);
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
    if (inTime) {
      answering.progressed(notification);
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
    ended = true;
    var asked = interview;
    if (asked != null) {
      asked.close();
    }
    answering.finish(id -> Answers.to(this, id, outcome));
  }

  /** True if the answer is questions to a legacy client: it is asked, and the call goes on. */
  private boolean interviews(Envelope response) {
    if (session.isModern() || !Interview.isAsked(response)) {
      return false;
    }
    var call = Objects.requireNonNull(made);
    var present = interview;
    if (present == null) {
      present = new Interview(this, new AfterInterview(this, call));
      interview = present;
    }
    present.round(server.lease().link(), response);
    // The other party: the end of the call, which may have seen no interview yet.
    if (ended) {
      present.close();
    }
    return true;
  }

  private record AfterInterview(GovernedRequest owner, UpstreamCall call)
      implements Interview.Next {
    @Override
    public void again(Retry retry) {
      call.again(own -> owner.again(retry, own));
    }

    @Override
    public void fail(String why) {
      call.fail(why);
    }
  }

  private byte[] again(Retry retry, RequestId own) {
    var sent = Objects.requireNonNull(passage).toServer(request);
    return asSent(sent.withParams(retry.params(sent.raw(Member.PARAMS))), own);
  }

  @Override
  public Envelope request() {
    return request;
  }

  /** {@return the answer of a completed call under {@code id}, as its client understands it} */
  byte[] toClient(RequestId id) {
    return Objects.requireNonNull(passage).toClient(request, id, response());
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
    return session.relay().server().isolation() == Isolation.CALL;
  }

  Terms terms() {
    return terms;
  }

  @Override
  public @Nullable Call on(ServerLink link) {
    return server.isOn(link) ? call : null;
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
