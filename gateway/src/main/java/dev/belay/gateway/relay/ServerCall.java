package dev.belay.gateway.relay;

import dev.belay.config.Repeats;
import dev.belay.config.RetryOn;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallContext;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Gate;
import dev.belay.core.call.LateNote;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Retry;
import dev.belay.core.call.StopEffects;
import dev.belay.gateway.answer.Answer;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.gateway.translate.ClientCapabilities;
import dev.belay.gateway.translate.Fault;
import dev.belay.gateway.translate.InputResponses;
import dev.belay.gateway.upstream.Asker;
import dev.belay.gateway.upstream.CallListener;
import dev.belay.gateway.upstream.TaskAnswers;
import dev.belay.gateway.upstream.Unavailable;
import dev.belay.gateway.upstream.UpstreamCall;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.gateway.upstream.UpstreamUser;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import dev.belay.mcp.era.Era;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The server's side of a {@code tools/call}: sends it, repeats it where allowed, and returns the
 * answer. Longer than other files: whether it may be repeated depends on all that has happened to
 * it.
 */
final class ServerCall {
  /** How long a server is to keep the task of a call that has ended. */
  private static final Duration KEPT = Duration.ofMinutes(1);

  private static final byte[] NOTHING = {'{', '}'};

  private final GovernedRequest owner;
  private final ClientSession session;
  private final Envelope request;
  private final String tool;

  /** Whether the call is a job before it runs. */
  private final boolean isJob;

  private final CallPolicy policy;
  private final Traced traced;

  /** The time that the server has to react to a cancellation. */
  private final Duration grace;

  private final LeaseGate server;
  private final @Nullable BreakerGate breaker;

  /** Null if the call is never repeated. */
  private final @Nullable Retry retry;

  /** Whether its server has refused to run the tool but as a task. */
  private volatile boolean needsTask;

  /** Whether its server is asked for a task; set before it is sent. */
  private volatile boolean asksForTask;

  private volatile @Nullable UpstreamCall made;

  /** Translates the call and its answer; set before the call is sent. */
  private volatile @Nullable EraTranslator passage;

  private final LegacyElicitation interview;

  ServerCall(
      ClientSession session,
      Envelope request,
      String tool,
      CallPolicy policy,
      Traced traced,
      Duration grace,
      boolean isJob,
      GovernedRequest owner) {
    this.session = session;
    this.tool = tool;
    this.isJob = isJob;
    this.request = request;
    this.policy = policy;
    this.traced = traced;
    this.grace = grace;
    this.owner = owner;
    interview = new LegacyElicitation(owner);
    var breakers = session.relay().breaker();
    breaker = breakers == null ? null : new BreakerGate(breakers);
    server = new LeaseGate(session.audience().upstream(), session.audience().patience());
    retry = retry(session.relay().repeating(), tool, policy.repeats());
  }

  private static @Nullable Retry retry(
      @Nullable Repeating repeating, String tool, @Nullable Repeats repeats) {
    return repeating != null && repeats != null && repeating.mayRetry(tool, repeats)
        ? repeating.retry()
        : null;
  }

  private Repeats repeats() {
    return Objects.requireNonNull(policy.repeats());
  }

  /** {@return the gates before the server} */
  List<Gate> gates() {
    var gates = new ArrayList<Gate>(4);
    var lanes = session.relay().lanes();
    if (lanes != null) {
      gates.add(lanes.gate(policy.ofServer()));
    }
    // Behind the lane: a call that waits there is no attempt yet, and may then find the server
    // drained or the breaker open.
    gates.add(session.relay().drain());
    if (breaker != null) {
      gates.add(breaker);
    }
    gates.add(server);
    return gates;
  }

  /** Sends the call, after it has passed the gates. */
  Answer ask(CallContext context) throws InterruptedException, FailedException {
    return retry == null
        ? made(context)
        : retry.run(context.call(), repeats().maxAttempts(), new Attempts(this, context));
  }

  private record Attempts(ServerCall of, CallContext context)
      implements Retry.Attempts<Answer, FailedException> {
    @Override
    public Answer make() throws InterruptedException, FailedException {
      return of.made(context);
    }

    @Override
    public @Nullable String fault(Throwable thrown) {
      return thrown instanceof FailedException e && of.policy.retries(e.failure().kind())
          ? e.failure().message()
          : null;
    }

    @Override
    public @Nullable String fault(Answer answer) {
      return of.policy.retriesOn(RetryOn.TOOL_ERROR) && answer.isToolError()
          ? "The tool said that it failed."
          : null;
    }

    @Override
    public boolean mayFollow(@Nullable Throwable thrown) {
      var failure = thrown instanceof FailedException e ? e.failure().message() : null;
      return of.breaker == null || of.breaker.mayFollow(failure);
    }

    @Override
    public void renew() throws InterruptedException, FailedException {
      of.anew(context);
    }
  }

  private Answer made(CallContext context) throws InterruptedException, FailedException {
    boolean renewed = false;
    var redeliveries = new Redeliveries();
    while (true) {
      try {
        var answer = attempt(context);
        if (!asksForTask && needsTask(answer)) {
          needsTask = true;
          continue;
        }
        return answer;
      } catch (FailedException e) {
        var last = made;
        if (last != null && last.isUnsent() && redeliveries.take()) {
          anew(context);
        } else if (last != null && last.isUnread() && !renewed && server.renew(context.info())) {
          renewed = true;
        } else {
          throw e;
        }
      }
    }
  }

  private void anew(CallContext context) throws InterruptedException, FailedException {
    try {
      server.anew(context.info());
    } catch (Unavailable e) {
      throw new FailedException(Failure.Kind.UPSTREAM_UNAVAILABLE, server.client(e));
    }
  }

  private Answer attempt(CallContext context) throws InterruptedException, FailedException {
    var running = context.call();
    asksForTask = asksForTask();
    var upstream = new UpstreamCall(server.lease(), new Hearing(this, running, asksForTask), grace);
    context.stopWith(upstream);
    // Races with a stop that came before it could see how to stop this.
    context.cancellation().throwIfCancelled();
    made = upstream;
    session.audience().raiseLogLevelFor(session);
    var way = session.passage(server.lease().link());
    passage = way;
    var _ = upstream.run(asSent(way.toServer(request), running, RequestId.of(upstream.id())));
    return new Answer(upstream.response(), server.lease().link().era());
  }

  /**
   * Whether a legacy server is to make a task of the call. Where it need not, and the call is no
   * job from its beginning, a plain call has its answer at once, and no poll later.
   */
  private boolean asksForTask() {
    var said = session.relay().tools().of(tool);
    boolean isWanted =
        needsTask
            || switch (said == null ? ToolIndex.TaskSupport.FORBIDDEN : said.tasks()) {
              case REQUIRED -> true;
              case OPTIONAL -> isJob;
              case FORBIDDEN -> false;
            };
    return isWanted
        && server.lease().link().era() == Era.LEGACY
        && session.audience().hasTasks(Era.LEGACY);
  }

  /** Whether a legacy server has refused to run the tool but as a task; it has done nothing yet. */
  private boolean needsTask(Answer answer) {
    return answer.era() == Era.LEGACY
        && answer.response().kind() == Kind.ERROR
        && Fault.of(answer.response()).code() == ErrorCode.METHOD_NOT_FOUND.code()
        && session.audience().hasTasks(Era.LEGACY);
  }

  /** A task that is kept for as long as the call may take, and a while longer to be fetched. */
  private static byte[] task(Call running) {
    var limit = running.limits().timeout();
    return limit.isZero()
        ? NOTHING
        : ("{\"ttl\":" + limit.plus(KEPT).toMillis() + "}").getBytes(StandardCharsets.US_ASCII);
  }

  /** The request as the upstream gets it: our id and token, without what was meant for us. */
  private byte[] asSent(Envelope request, Call running, RequestId own) {
    var message = Splice.of(request).id(own).set(Member.META_PROGRESS_TOKEN, own);
    if (request.number(Member.META_TIMEOUT) != null) {
      message.remove(Member.META_TIMEOUT);
    }
    if (request.number(Member.META_TIMEOUT_UNDERSCORE) != null) {
      message.remove(Member.META_TIMEOUT_UNDERSCORE);
    }
    switch (server.lease().link().era()) {
      case LEGACY -> {
        if (asksForTask) {
          message.set(Member.PARAMS_TASK, task(running));
        }
      }
      case MODERN -> {
        var declared = request.raw(Member.META_CLIENT_CAPABILITIES);
        if (declared != null && session.audience().hasTasks(Era.MODERN)) {
          message.set(
              Member.META_CLIENT_CAPABILITIES, ClientCapabilities.of(declared).withTasks().json());
        }
      }
      case null -> {}
    }
    traced.into(message, running);
    return message.bytes();
  }

  /** What the upstream says while {@code running} runs. */
  private record Hearing(ServerCall of, Call running, boolean asksForTask) implements CallListener {
    @Override
    public CallInfo call() {
      return running.info();
    }

    @Override
    public void stopped(StopEffects effects) {
      running.stopDid(effects);
    }

    @Override
    public Asker asker() {
      return of.owner;
    }

    @Override
    public UpstreamUser user() {
      return of.session.user();
    }

    @Override
    public void progressed(Envelope progress) {
      if (of.breaker != null) {
        of.breaker.progressed();
      }
      of.owner.heard(running, progress);
    }

    @Override
    public boolean asksForTask() {
      return asksForTask;
    }

    @Override
    public void asksInTask(byte[] questions, TaskAnswers answers) {
      of.session.audience().unshare();
      of.interview.inTask(of.server.lease().link(), questions, new InTask(answers));
    }

    @Override
    public void withdrawsInTask(Set<String> keys) {
      of.interview.withdraw(keys);
    }

    @Override
    public boolean asksBack(Envelope response) {
      return of.interviews(running, response);
    }

    @Override
    public void takenBack() {
      of.owner.input().takenBack();
    }

    @Override
    public LateNote lateNote() {
      return running.lateNote();
    }
  }

  /** True if the answer asks a legacy client for input: it is asked, and the call goes on. */
  private boolean interviews(Call running, Envelope response) {
    if (!interview.takes(response)) {
      return false;
    }
    session.audience().unshare();
    var next = new AfterInterview(this, Objects.requireNonNull(made), running);
    interview.round(
        server.lease().link(), Objects.requireNonNull(response.raw(Member.RESULT)), next);
    return true;
  }

  private record InTask(TaskAnswers answers) implements LegacyElicitation.Next {
    @Override
    public void again(InputResponses brought) {
      answers.bring(brought.answers());
    }

    @Override
    public void fail(String why) {
      answers.fail(why);
    }
  }

  private record AfterInterview(ServerCall of, UpstreamCall call, Call running)
      implements LegacyElicitation.Next {
    @Override
    public void again(InputResponses brought) {
      call.again(own -> of.again(brought, running, own));
    }

    @Override
    public void fail(String why) {
      call.fail(why);
    }
  }

  private byte[] again(InputResponses brought, Call running, RequestId own) {
    var sent = Objects.requireNonNull(passage).toServer(request);
    return asSent(sent.withParams(brought.params(sent.raw(Member.PARAMS))), running, own);
  }

  /** The call has ended. */
  void end(Outcome outcome) {
    if (breaker != null) {
      breaker.ended(outcome);
    }
    interview.close();
  }

  /** {@return the translator of the server's answer; null if the call was not sent} */
  @Nullable EraTranslator passage() {
    return passage;
  }

  /** {@return the pending notice of a restart, for the answer; null if there is none} */
  @Nullable String takeRestartNotice() {
    var last = made;
    return last == null ? null : last.takeRestartNotice();
  }

  boolean isOn(UpstreamConnection link) {
    return server.isOn(link);
  }
}
