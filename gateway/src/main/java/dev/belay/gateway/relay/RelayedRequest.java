package dev.belay.gateway.relay;

import dev.belay.gateway.translate.InputResponses;
import dev.belay.gateway.translate.SubscriptionFilter;
import dev.belay.gateway.translate.SubscriptionTranslation;
import dev.belay.gateway.upstream.Asker;
import dev.belay.gateway.upstream.Delivery;
import dev.belay.gateway.upstream.Loss;
import dev.belay.gateway.upstream.TakenBack;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.gateway.upstream.UpstreamExchange;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import dev.belay.mcp.era.Discovery;
import dev.belay.mcp.input.PendingInput;
import dev.belay.mcp.progress.ClientProgress;
import dev.belay.mcp.session.ReplyTo;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request that Belay does not govern: relayed with an id of Belay's own, and its answer relayed
 * back.
 *
 * <p>Concurrency: the thread that sets {@code over} answers.
 */
final class RelayedRequest implements ClientRequest, UpstreamExchange, Delivery {
  /** How long a server that refused {@code initialize} may take to answer a probe of its era. */
  private static final Duration DISCOVER_LIMIT = Duration.ofSeconds(10);

  /** A connection that the request was sent on. */
  private record Sent(UpstreamConnection link, long id, EraTranslator passage) {}

  private final ClientSession session;
  private final Envelope request;
  private final ReplyTo replyTo;
  private final @Nullable ClientProgress progress;
  private final PendingInput<ClientRequest> input;
  private final AtomicReference<@Nullable Sent> sent = new AtomicReference<>();
  private final AtomicBoolean acknowledged = new AtomicBoolean();
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicBoolean refused = new AtomicBoolean();
  private final Redeliveries redeliveries = new Redeliveries();
  private volatile boolean cancelled;
  private final LegacyElicitation interview = new LegacyElicitation(this);

  RelayedRequest(ClientSession session, Envelope request, ReplyTo replyTo) {
    this.session = session;
    this.request = request;
    this.replyTo = replyTo;
    progress = session.progressFor(request, replyTo);
    input = session.relay().inputFor(this);
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
  public Asker asker() {
    return this;
  }

  @Override
  public boolean mayBeAskedBack() {
    return !isSubscription();
  }

  @Override
  public RequestId id() {
    return request.requireId();
  }

  @Override
  public Envelope request() {
    return request;
  }

  @Override
  public @Nullable ClientProgress progress() {
    return progress;
  }

  @Override
  public PendingInput<ClientRequest> input() {
    return input;
  }

  boolean isSubscription() {
    return ClientSession.isSubscription(request);
  }

  @Override
  public void to(UpstreamConnection link) {
    // A request that ended while it waited must have no effect: its client may be gone.
    if (over.get() || isMoved() || OwnAnswers.take(this, link.era())) {
      return;
    }
    session.audience().raiseLogLevelFor(session);
    var passage = session.passage(link);
    session.opening().sending(request, link);
    send(link, passage, passage.toServer(request));
  }

  private void send(UpstreamConnection link, EraTranslator passage, Envelope message) {
    long id = link.nextId();
    sent.set(new Sent(link, id, passage));
    var asSent = Splice.of(message).id(RequestId.of(id));
    if (message.has(Member.META_PROGRESS_TOKEN)) {
      asSent.set(Member.META_PROGRESS_TOKEN, RequestId.of(id));
    }
    link.ask(id, asSent.bytes(), this);
  }

  /** Moves a legacy client on its opening, if it belongs to another upstream. */
  private boolean isMoved() {
    // Requests right behind it are on their way already, and are answered where they are.
    boolean isAlone = isOpening() && session.inFlight().all().size() == 1;
    boolean isMoved = isAlone && session.relocate();
    if (isMoved) {
      session.audience().upstream().deliver(this);
    }
    return isMoved;
  }

  @Override
  public void unavailable(String why) {
    if (!isMoved()) {
      fail(why);
    }
  }

  @Override
  public void answered(Envelope response) {
    var where = sent.get();
    if (where == null) {
      // A subscription that moves to another process at this moment.
      return;
    }
    if (interview.takes(response)) {
      var result = Objects.requireNonNull(response.raw(Member.RESULT));
      interview.round(where.link(), result, new AfterInterview(this, where));
    } else if (response.kind() == Kind.ERROR && isOpening() && isFirstWord()) {
      where.link().discover(DISCOVER_LIMIT, found -> refused(where, response, found));
    } else {
      end(where, response);
    }
  }

  /** The server's era is still unknown. */
  private boolean isFirstWord() {
    return !session.isModern() && session.audience().upstream().snapshot().era() == null;
  }

  private boolean isOpening() {
    return request.method().equals("initialize");
  }

  /** A modern server has no {@code initialize}: Belay then answers it in the server's place. */
  private void refused(Sent where, Envelope response, Discovery found) {
    if (found instanceof Discovery.Modern(Envelope welcome)) {
      session.opening().over(request);
      session.audience().upstream().adopt(welcome, Introductions.forMany());
      var _ = OwnAnswers.take(this, where.link().era());
    } else {
      end(where, response);
    }
  }

  private void end(Sent where, Envelope response) {
    if (over()) {
      session.opening().answered(request, response);
      input.finish(round -> round.answer(id -> where.passage().toClient(request, id, response)));
    }
  }

  private record AfterInterview(RelayedRequest owner, Sent where)
      implements LegacyElicitation.Next {
    @Override
    public void again(InputResponses brought) {
      var message = where.passage().toServer(owner.request);
      owner.send(
          where.link(),
          where.passage(),
          message.withParams(brought.params(message.raw(Member.PARAMS))));
    }

    @Override
    public void fail(String why) {
      owner.fail(why);
    }
  }

  /** Answers without the server. */
  void finish(Function<RequestId, byte @Nullable []> render) {
    if (over()) {
      input.finish(round -> round.answer(render));
    }
  }

  /** Becomes a subscription that Belay keeps, since its server has none. */
  void listen(SubscriptionFilter filter) {
    var listening = new RelayedSubscription(session, request, replyTo, filter);
    if (over() && session.inFlight().replace(this, listening)) {
      dismiss();
      // It may have been acknowledged at a previous server.
      if (acknowledged.compareAndSet(false, true)) {
        listening.acknowledge();
      }
      session.audience().upstreamNews().want(listening);
      for (var uri : filter.uris()) {
        session.audience().subscriptions().add(listening, session.link().principal(), uri);
      }
      // Races with the client's departure, which may have seen one of the two or neither.
      if (cancelled) {
        listening.leave();
      }
      if (!session.inFlight().holds(listening)) {
        listening.forget();
      }
    }
  }

  /** False for a second acknowledgement of the subscription. */
  boolean hears(Envelope news) {
    return !news.method().equals("notifications/subscriptions/acknowledged")
        || acknowledged.compareAndSet(false, true);
  }

  @Override
  public void progressed(Envelope notification) {
    if (!cancelled) {
      relayProgress(notification);
    }
  }

  @Override
  public void lost(Loss loss) {
    boolean comesBack =
        switch (loss.kind()) {
          // The process that ended cannot have read it.
          case UNSENT -> !isOpening() && redeliveries.take();
          // A new process needs the subscription again (MCP 2026-07-28 §stdio).
          case CRASHED, REPLACED -> isSubscription();
          case STOPPED, NOT_READING, GARBLED, UNREACHABLE, REFUSED, UNREAD -> false;
        };
    if (comesBack && !cancelled) {
      // The client need not notice.
      session.audience().upstream().deliver(this);
      return;
    }
    var where = sent.get();
    if (loss.kind() == Loss.Kind.UNREAD && where != null && refused.compareAndSet(false, true)) {
      // The server may speak another era by now, and has not processed this.
      var _ =
          session
              .audience()
              .upstream()
              .refused(where.link())
              .thenAccept(isOther -> refused(isOther, loss));
      return;
    }
    fail(loss.text());
  }

  private void refused(boolean isOther, Loss loss) {
    if (isOther && !cancelled) {
      session.audience().upstream().deliver(this);
    } else {
      fail(loss.text());
    }
  }

  @Override
  public boolean isTakenBack(long id) {
    // Races with a cancellation, which first sets cancelled and then reads sent.
    var where = sent.get();
    return cancelled || where == null || where.id() != id;
  }

  /** {@return whether it was sent to that process last} */
  boolean isAt(UpstreamConnection link) {
    var where = sent.get();
    return where != null && where.link() == link;
  }

  /** Moves a subscription to the successor of its process. */
  void subscribeAnew() {
    var where = sent.get();
    if (where != null && !over.get() && sent.compareAndSet(where, null)) {
      where.link().cancel(where.id(), UpstreamExchange.FORGOTTEN, "Another process serves now.");
      session.audience().upstream().deliver(this);
    }
  }

  private void fail(String why) {
    session.opening().failed(request);
    var told = session.audience().upstream().client(why);
    finish(id -> Messages.error(id, ErrorCode.INTERNAL_ERROR, told));
  }

  private boolean over() {
    session.opening().over(request);
    if (!over.compareAndSet(false, true)) {
      return false;
    }
    interview.close();
    return true;
  }

  @Override
  public void cancel(String reason) {
    if (isOpening()) {
      // initialize must not be cancelled (MCP 2025-11-25 §cancellation).
      return;
    }
    cancelled = true;
    if (!over()) {
      if (session.inFlight().get(id()) instanceof RelayedSubscription listening
          && listening.request() == request) {
        listening.leave();
      } else {
        input.leave(round -> round.answer(_ -> null));
      }
      return;
    }
    takeBack(reason);
    input.leave(round -> round.answer(_ -> null));
    input.takenBack();
  }

  private void takeBack(String reason) {
    var where = sent.get();
    if (where != null) {
      where.link().cancel(where.id(), afterCancelling(), reason);
      if (mayBeAskedBack()) {
        where.link().confirm(where.id());
      }
    }
  }

  private UpstreamExchange afterCancelling() {
    return mayBeAskedBack() ? new TakenBack(afterwards()) : UpstreamExchange.FORGOTTEN;
  }

  /**
   * Ends a subscription with a result, since Belay is ending, and not before its client has an
   * acknowledgement (MCP 2026-07-28 §subscriptions).
   */
  void endSubscription() {
    cancelled = true;
    if (!over()) {
      return;
    }
    takeBack("Belay is ending.");
    if (acknowledged.compareAndSet(false, true)) {
      replyTo.tell(SubscriptionFilter.NONE.acknowledgement(id()));
    }
    var server = session.audience().serverInfo();
    input.finish(round ->
        round.answer(id -> Messages.response(id, SubscriptionTranslation.end(id, server))));
  }

  @Override
  public void leave() {
    cancel("The client has left.");
  }
}
