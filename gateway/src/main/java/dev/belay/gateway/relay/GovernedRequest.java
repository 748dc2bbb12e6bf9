package dev.belay.gateway.relay;

import dev.belay.config.Isolation;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallContext;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Reply;
import dev.belay.core.call.Unattended;
import dev.belay.core.cancel.Cause;
import dev.belay.gateway.answer.Answer;
import dev.belay.gateway.upstream.ServerLink;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.TooSoon;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A {@code tools/call}: a governed call on the upstream, and its one answer to the client. */
final class GovernedRequest implements ClientRequest {
  private final ClientSession session;
  private final Envelope request;
  private final ReplyTo replyTo;
  private final @Nullable ProgressRelay progress;
  private final Terms terms;
  private final Traced traced;

  /** What its server gets to react to a cancellation. */
  private final Duration grace;

  private final ServerCall server;

  /** Set by {@link #start}. */
  private volatile @Nullable Call call;

  /** Set by {@link #start}, where the call may have another's answer, or others this one's. */
  private volatile @Nullable SharedCall shared;

  /** A cancellation that may have come before there was a call. */
  private volatile @Nullable Cause cause;

  private final Answering answering = new Answering(this);

  GovernedRequest(ClientSession session, Envelope request, ReplyTo replyTo) {
    this.session = session;
    this.request = request;
    this.replyTo = replyTo;
    terms = Terms.of(session.relay().toolTerms(), request);
    grace = session.relay().server().cancelGrace();
    traced = new Traced(session, request);
    server = new ServerCall(session, request, terms, traced, grace, this);
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

  /**
   * Begins, unless {@code enter} says that its client took it back, or it comes too soon.
   *
   * <p>A retry that answers Belay's own question never comes here: its call goes on. A state that
   * the server issued is the server's alone, and looks to Belay like one that is made up.
   */
  void begin(Predicate<ClientRequest> enter) {
    if (!enter.test(this)) {
      dismiss();
      return;
    }
    var tooSoon = tooSoon();
    if (tooSoon == null) {
      start();
    } else if (session.inFlight().end(this)) {
      dismiss();
      replyTo.tooSoon(tooSoon);
    }
  }

  private @Nullable TooSoon tooSoon() {
    var rate = terms.rate();
    if (rate.isNone()) {
      return null;
    }
    var relay = session.relay();
    return relay.pace().refusal(session.link().principal(), relay.name(), request, rate);
  }

  private void dismiss() {
    if (progress != null) {
      progress.close();
    }
  }

  private void start() {
    session.relay().callBegins();
    // Asked here, so that most programs never load what could be shared.
    var sharing =
        terms.repeats() == null
            ? null
            : SharedCall.of(session, request, terms, this::heardElsewhere);
    shared = sharing;
    // Who asks nobody has nothing to pass.
    var gates = sharing == null || sharing.asks() ? server.gates() : List.<Gate>of();
    var turn = replyTo.turn();
    var asked =
        CallRequest.of(terms.tool(), new Payload("mcp", request.bytes()))
            .withUpstream(session.relay().server().name())
            .onBehalfOf(session.link().principal(), session.sessionId())
            .withLimits(terms.limits())
            .withGates(gates.toArray(Gate[]::new))
            .withUnattended(new Unattended.CancelNow())
            .withGrace(grace);
    var started =
        session.relay().governor().start(turn == null ? asked : turn.on(asked), this::run);
    call = started;
    if (sharing != null) {
      sharing.started(started);
    }
    var early = cause;
    if (early != null) {
      started.cancel(early, "");
    }
    var _ = started.attach(this::reply);
    if (turn != null) {
      // Last, so that the turn hears of the end when the answer is there.
      turn.started(started);
    }
  }

  private Payload run(CallContext context) throws InterruptedException, FailedException {
    var sharing = shared;
    return sharing == null ? server.ask(context) : sharing.run(context, server);
  }

  /** Another call is heard of, whose answer this one waits for. */
  private void heardElsewhere(Envelope notification) {
    var running = call;
    if (running != null) {
      heard(running, notification);
    }
  }

  /** Its server reports progress. */
  void heard(Call running, Envelope notification) {
    var sharing = shared;
    if (sharing != null) {
      sharing.progressed(notification);
    }
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
    session.relay().callEnds();
    server.end(outcome);
    var ended = Objects.requireNonNull(call);
    var sharing = shared;
    if (sharing != null) {
      sharing.ended(ended, outcome, server.answered(outcome));
    }
    boolean isToolError =
        outcome instanceof Outcome.Completed && response().isTrue(Member.RESULT_IS_ERROR);
    traced.end(ended, outcome, isToolError);
    answering.abandon(id -> Answers.to(this, id, outcome));
    switch (outcome) {
      case Outcome.Completed _, Outcome.Failed _, Outcome.Refused _ -> answering.takenBack();
      // It is being stopped, and its listener is told once its server knows.
      case Outcome.Cancelled _, Outcome.TimedOut _ -> {}
    }
  }

  @Override
  public Envelope request() {
    return request;
  }

  /** {@return the answer of a completed call under {@code id}, as its client understands it} */
  byte[] toClient(RequestId id) {
    var taken = taken();
    var way = taken == null ? server.passage() : session.passage(taken.era());
    return way.toClient(request, id, response());
  }

  /** {@return the upstream's answer to a completed call} */
  Envelope response() {
    var taken = taken();
    return taken == null ? server.response() : taken.response();
  }

  /** {@return the answer that it has of another call; null for one of its own} */
  private @Nullable Answer taken() {
    var sharing = shared;
    return sharing == null ? null : sharing.taken();
  }

  /** {@return what the answer must say about a restart of the server, once} */
  @Nullable String takeRestartNotice() {
    return server.takeRestartNotice();
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
    var sharing = shared;
    if (sharing != null && sharing.goesOnWithout(why)) {
      // The call is not its client's alone: only the client's part in it ends.
      answering.abandon(_ -> null);
      return;
    }
    cause = why;
    var running = call;
    if (running != null) {
      running.cancel(why, by);
    }
  }
}
