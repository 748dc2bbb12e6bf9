package dev.belay.gateway.relay;

import dev.belay.config.Isolation;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallContext;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.OutcomeText.Reporting;
import dev.belay.core.call.OutcomeText.Whose;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Reply;
import dev.belay.core.call.Unattended;
import dev.belay.core.call.Waiter;
import dev.belay.core.cancel.Cause;
import dev.belay.gateway.answer.Answer;
import dev.belay.gateway.answer.AnswerKey;
import dev.belay.gateway.approval.ApprovalGates;
import dev.belay.gateway.approval.PersonAtClient;
import dev.belay.gateway.call.ArgumentShape;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.Handoff;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.upstream.UpstreamCall;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.TimeoutHint;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.input.PendingInput;
import dev.belay.mcp.progress.ClientProgress;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.TooSoon;
import dev.belay.tools.share.SharedWork;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A {@code tools/call}: a governed call on the upstream, and its one answer to the client.
 *
 * <p>Longer than other files: the call may end, be handed off or be left at any moment, and each of
 * these finds what the others have done.
 */
final class GovernedRequest implements ClientRequest {
  private final ClientSession session;
  private final Envelope request;
  private final ReplyTo replyTo;
  private final @Nullable ClientProgress progress;
  private final String tool;

  /** The name that its client gives itself, or the agent of its turn. */
  private final String client;

  private final CallPolicy policy;
  private final Traced traced;

  /** How its client waits, and the gates that answer it before the call runs. */
  private final Handoff.Waiting patience;

  private final List<Gate> toldFirst;

  /** The time that its server has to react to a cancellation. */
  private final Duration grace;

  private final ServerCall server;

  /** Its share in the answers of equal calls; null if its answer is its own. */
  private final @Nullable SharedWork<AnswerKey, Envelope, Answer> shared;

  /** Set by {@link #start}. */
  private volatile @Nullable Call call;

  /** Set as the call runs. */
  private volatile @Nullable Answer answer;

  /** The client's waiter on the call; the client may leave before it has one. */
  private final AtomicReference<@Nullable Waiter> waiter = new AtomicReference<>();

  private volatile @Nullable Departure departure;

  /** Set before the end reads {@link #departure}. */
  private volatile boolean hasEnded;

  private volatile boolean isTask;

  private volatile boolean hasHandle;

  private record Departure(Cause cause, String by) {}

  private final PendingInput<ClientRequest> input;

  /** The call that this program makes itself by this request; null for a client's request. */
  private final @Nullable ToolCall own;

  /**
   * Creates the request, with nothing started.
   *
   * @param own null if a client requests the call, and gets its answer by {@code replyTo}
   */
  GovernedRequest(
      ClientSession session, Envelope request, ReplyTo replyTo, @Nullable ToolCall own) {
    this.session = session;
    this.replyTo = replyTo;
    this.own = own;
    var name = request.text(Member.PARAMS_NAME);
    tool = name == null ? "(no name)" : name;
    client = own == null ? session.clientName(request) : own.agent();
    policy = session.relay().policy(tool);
    grace = session.relay().server().cancelGrace();
    progress = session.progressFor(request, replyTo);
    patience = patience(request);
    toldFirst = own == null ? session.relay().handoff().before(policy, patience) : List.of();
    // A task of this program is none of its server.
    this.request = request.has(Member.PARAMS_TASK) ? Handoff.Task.without(request) : request;
    traced = new Traced(session, this.request);
    boolean isJob = !toldFirst.isEmpty();
    server = new ServerCall(session, this.request, tool, policy, traced, grace, isJob, this);
    shared = shared();
    input = session.relay().inputFor(this);
  }

  /** {@return a call of this program's own, which observes the call itself and needs no answer} */
  static GovernedRequest of(ClientSession session, Envelope request, ToolCall own) {
    return new GovernedRequest(session, request, ReplyTo.NONE, own);
  }

  private @Nullable SharedWork<AnswerKey, Envelope, Answer> shared() {
    var repeats = policy.repeats();
    var repeating = session.relay().repeating();
    // Checked here, so that most programs never load the classes for sharing.
    return repeats == null || repeating == null || !repeating.mayShare(tool, repeats)
        ? null
        : repeating.shared(session, request, tool, repeats, this::heardElsewhere);
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
  public @Nullable ClientProgress progress() {
    return progress;
  }

  @Override
  public PendingInput<ClientRequest> input() {
    return input;
  }

  @Override
  public @Nullable CallId task() {
    return isTask ? Objects.requireNonNull(call).id() : null;
  }

  @Override
  public boolean hasHandle() {
    return hasHandle;
  }

  /**
   * Begins, unless {@code enter} reports its cancellation, or it exceeds its rate.
   *
   * <p>A retry with answers to Belay's own question never gets here: its call goes on. A state that
   * the server issued is the server's alone, and Belay cannot tell it from an invented one.
   */
  void begin(Predicate<ClientRequest> enter) {
    if (!enter.test(this)) {
      dismiss();
      return;
    }
    var pause = pause();
    if (pause == null) {
      boolean isRepeat =
          own == null && session.relay().handoff().joins(policy, patience, this::told);
      if (!isRepeat) {
        start();
      }
    } else if (session.inFlight().end(this)) {
      dismiss();
      if (own == null) {
        replyTo.tooSoon(pause.of(request));
      } else {
        own.refuse(pause.why());
        session.close();
      }
    }
  }

  private TooSoon.@Nullable Pause pause() {
    var rate = policy.rate();
    boolean isCounted = own == null || own.terms().isCounted();
    if (rate.isNone() || !isCounted || !request.has(Member.PARAMS_NAME)) {
      return null;
    }
    var relay = session.relay();
    return relay.pace().refusal(session.link().principal(), relay.name(), tool, rate);
  }

  private void start() {
    session.relay().callBegins();
    var asked =
        CallRequest.of(tool, new Payload("mcp", request.bytes()))
            .withUpstream(session.relay().server().name())
            .withCaller(caller())
            .withLimits(policy.wished(TimeoutHint.of(request)))
            .withGates(gates())
            .withUnattended(new Unattended.CancelNow())
            .withGrace(grace);
    var started =
        session
            .relay()
            .governor()
            .start(own == null ? asked : own.terms().on(asked), this::run, this::made);
    if (own != null) {
      own.onStart().accept(started);
    }
  }

  private Caller caller() {
    return Caller.of(session.link().principal(), session.sessionId()).named(client);
  }

  private Gate[] gates() {
    var gates = server.gates();
    var same = shared;
    if (same != null) {
      gates.replaceAll(same::through);
      gates.addFirst(SharedWork.await(() -> same));
      gates.addFirst(same);
    }
    var relay = session.relay();
    var said = new ApprovalGates.Said(() -> relay.policy(tool), () -> relay.tools().of(tool));
    gates.addAll(0, relay.approvals().of(said, patience, person()));
    gates.addAll(0, toldFirst);
    return gates.toArray(Gate[]::new);
  }

  /** {@return the person at the client; a turn has none, as far as is known here} */
  private PersonAtClient person() {
    return own == null ? new ApprovalQuestion.Way(this) : PersonAtClient.NONE;
  }

  /** Called before the call begins: no other call can have joined it, and left. */
  private void made(Call started) {
    call = started;
    if (progress != null) {
      progress.follow(started);
    }
    started.onEnd(this::ended);
    var place = started.attach(this::reply);
    waiter.set(place);
    // Races with the client, which may have left and found no waiter to remove.
    var left = departure;
    if (left != null) {
      leave(place, started, left);
    }
    if (own == null) {
      session.relay().handoff().begun(started, policy, patience, input);
    }
  }

  private Handoff.Waiting patience(Envelope asked) {
    var known = session.relay().tools().of(tool);
    return new Handoff.Waiting(
        session.isModern() ? Era.MODERN : Era.LEGACY,
        // The events of a turn tell its client what waits.
        progress != null || own != null,
        known != null && known.hasOutputSchema(),
        own == null ? session.audience().task(session, asked) : null,
        asked(asked));
  }

  private Handoff.Asked asked(Envelope asked) {
    var link = session.link();
    return new Handoff.Asked(
        link.principal(),
        () -> Handoff.Asked.client(link, session.sessionId(), client),
        () -> client,
        session.relay().name(),
        tool,
        () -> {
          var said = session.relay().tools().of(tool);
          return policy.isSafe(said != null && said.readOnly(), said != null && said.idempotent());
        },
        () -> Objects.requireNonNullElse(asked.raw(Member.PARAMS), new byte[0]),
        () -> ArgumentShape.of(asked.bytes(), asked.span(Member.PARAMS_ARGUMENTS)));
  }

  private Payload run(CallContext context) throws InterruptedException, FailedException {
    replyTo.runs(context.call().limits().timeout());
    var same = shared;
    var got = same == null ? server.ask(context) : same.run(() -> server.ask(context));
    var told = got.noticed(server.takeRestartNotice());
    answer = told;
    return new Payload(UpstreamCall.DIALECT, kept(told), told.isError());
  }

  /**
   * {@return the answer as a job keeps it: where its client is known, as that would have had it}
   */
  private byte[] kept(Answer told) {
    var way = isTask || hasHandle ? server.passage() : null;
    return way == null ? told.response().bytes() : way.toClient(request, id(), told.response());
  }

  /** The call whose answer this one shares reports progress. */
  private void heardElsewhere(Envelope notification) {
    var running = call;
    if (running != null) {
      heard(running, notification);
    }
  }

  /** Its server reports progress. */
  void heard(Call running, Envelope notification) {
    var same = shared;
    if (same != null) {
      same.progressed(notification);
    }
    boolean inTime =
        running.heartbeat(
            notification.text(Member.PARAMS_MESSAGE),
            number(notification.number(Member.PARAMS_PROGRESS)),
            number(notification.number(Member.PARAMS_TOTAL)));
    if (inTime) {
      relayProgress(notification);
    }
  }

  private static @Nullable Double number(@Nullable String literal) {
    return literal == null ? null : Double.valueOf(literal);
  }

  /** The call has ended, with or without waiters. */
  private void ended(Outcome outcome) {
    session.relay().callEnds();
    server.end(outcome);
    boolean isToolError = outcome instanceof Outcome.Completed && answer().isToolError();
    traced.end(Objects.requireNonNull(call), outcome, isToolError);
    hasEnded = true;
    if (isTask) {
      ended(outcome, _ -> {});
    }
    // The other party: the client, which leaves meanwhile, and looks whether this has been here.
    if (departure != null) {
      // After its open questions were withdrawn.
      input.leave(round -> round.answer(_ -> null));
    }
    if (own != null) {
      session.close();
    }
  }

  private void reply(Reply reply) {
    switch (reply) {
      case Reply.Handle(Payload told) -> handedOff(told);
      case Reply.Final(Outcome outcome) ->
          ended(
              outcome,
              round -> round.answer(own == null ? id -> rendered(id, outcome) : _ -> null));
    }
  }

  private void ended(Outcome outcome, Consumer<ClientRequest> answer) {
    input.end(answer);
    switch (outcome) {
      case Outcome.Completed _, Outcome.Failed _, Outcome.Refused _ -> input.takenBack();
      // It is being stopped, and its listener is told once its server knows.
      case Outcome.Cancelled _, Outcome.TimedOut _ -> {}
    }
  }

  /**
   * The call goes on, and its client is answered. What its server asks from now on reaches a client
   * with a task, and no other; the server itself stays for as long as the call runs.
   */
  private void handedOff(Payload told) {
    var audiences = session.relay().audiences();
    var audience = session.audience();
    audiences.stay(audience);
    Objects.requireNonNull(call).onEnd(_ -> audiences.stayed(audience));
    told(told.bytes());
  }

  /** Its client gets that result of Belay's own. */
  private void told(byte[] told) {
    var result = JsonObject.of(told);
    if (session.isModern() && result != null && !result.has(Member.RESULT_TYPE.key())) {
      result.setText("resultType", "complete");
    }
    var json = result == null ? told : result.json();
    Consumer<ClientRequest> answer = round -> round.answer(id -> Messages.response(id, json));
    if (patience.task() == null) {
      hasHandle = true;
      input.finish(answer);
      return;
    }
    isTask = true;
    input.handOff(answer);
    // Races with the end, which may have come before there was a task to end.
    if (hasEnded) {
      input.finish(_ -> {});
    }
  }

  @Override
  public Envelope request() {
    return request;
  }

  private byte @Nullable [] rendered(RequestId id, Outcome outcome) {
    // Read with the answer: a change of configuration applies to calls that end after it.
    var errors = session.relay().errors();
    var whose = new Whose(tool, session.relay().name(), Reporting.NOTIFICATIONS);
    var form = new AnswerForm(request, whose, policy.limits(), errors, stopped());
    return form.render(id, outcome, outcome instanceof Outcome.Completed ? returned() : null);
  }

  private AnswerForm.Returned returned() {
    var sent = server.passage();
    var way = sent == null ? session.passage(answer().era()) : sent;
    return new AnswerForm.Returned(answer().response(), way);
  }

  /** Stopping the call ends an exclusive process, or is a request to a shared one (C33). */
  private String stopped() {
    return session.relay().server().isolation() == Isolation.CALL
        ? "Its process was stopped."
        : "The server was told to stop.";
  }

  private Answer answer() {
    return Objects.requireNonNull(answer);
  }

  /** Another request waits for the call from now on. */
  void runsFor(ReplyTo next) {
    var running = call;
    if (running != null) {
      next.runs(running.limits().timeout());
    }
  }

  @Override
  public @Nullable Call on(UpstreamConnection link) {
    return server.isOn(link) ? call : null;
  }

  @Override
  public void cancel(String reason) {
    leave(Cause.CLIENT, reason);
  }

  @Override
  public void leave() {
    leave(Cause.CLIENT_GONE, "");
  }

  /** The client stops waiting; the call decides whether it ends by that. */
  private void leave(Cause why, String by) {
    var left = new Departure(why, by);
    departure = left;
    var place = waiter.get();
    if (place != null) {
      leave(place, Objects.requireNonNull(call), left);
    }
  }

  private void leave(Waiter place, Call left, Departure why) {
    place.leave(why.cause, why.by);
    if (left.outcome().isEmpty() || hasEnded) {
      // It goes on for others, or its end may have missed this departure.
      input.leave(round -> round.answer(_ -> null));
    }
  }
}
