package dev.belay.gateway.relay;

import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.translate.ClientCapabilities;
import dev.belay.gateway.translate.EraMethods;
import dev.belay.gateway.translate.Introduction;
import dev.belay.gateway.translate.InvalidParams;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.gateway.upstream.UpstreamUser;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.input.PendingInputs;
import dev.belay.mcp.progress.ClientProgress;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.InFlight;
import dev.belay.mcp.session.ReplyTo;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The session of one client with its server: its open requests, the questions to it, and the
 * dispatch of its messages.
 *
 * <p>Never blocks. Safe for use by many threads; each part states how. Longer than other files: it
 * dispatches every kind of client message, each of which is handled elsewhere.
 */
public final class ClientSession implements Conversation {
  private final Relay relay;
  private final ClientLink link;

  /** Its identity as a legacy session; one instance, since it is used as a key. */
  private final UpstreamUser legacyUser;

  private final InFlight<ClientRequest> inFlight = new InFlight<>();
  private final Questions questions = new Questions(this);
  private final SessionRecorder opening = new SessionRecorder(this);

  /** The client's introduction: from its opening, or from its last request. */
  private volatile @Nullable Introduction introduction;

  /** The name that the client gave itself at the opening; empty for none. */
  private volatile String legacyName = "";

  private volatile Revision revision = Revision.LATEST_LEGACY;
  private volatile boolean modern;
  private final AtomicReference<@Nullable PooledUpstream> audience = new AtomicReference<>();

  /** Whether it counts as a client of its upstream; the thread that clears it makes it leave. */
  private final AtomicBoolean counted = new AtomicBoolean();

  private volatile boolean left;

  /** Its fixed upstream; null to derive it from the client's introduction. */
  private final @Nullable PooledUpstream given;

  ClientSession(Relay relay, ClientLink link, @Nullable PooledUpstream given) {
    this.relay = relay;
    this.link = link;
    legacyUser = new UpstreamUser(link.principal(), link.id());
    this.given = given;
  }

  @Override
  public void onRequest(Envelope request, ReplyTo reply) {
    var id = request.requireId();
    var refusal = inFlight.refusal(id);
    if (refusal != null) {
      reply.send(refusal);
      return;
    }
    try {
      meet(request);
    } catch (InvalidParams e) {
      reply.send(e.answer(id));
      return;
    }
    if (!join(request)) {
      reply.send(Messages.error(id, ErrorCode.INTERNAL_ERROR, UpstreamPool.NONE_FREE));
      return;
    }
    if (isModern(request)) {
      audience().era().modern(this, request, reply, enter -> accept(request, reply, enter));
    } else {
      accept(request, reply, this::enter);
    }
    // Races with close, which may have read the open requests just before.
    if (left) {
      leaveAll();
    }
  }

  /** Puts a request in flight; false if another has its id. */
  boolean enter(ClientRequest request) {
    return inFlight.enter(request) == null;
  }

  /** Starts a call of this program's own, with which the session ends. */
  void start(ToolCall call) {
    var request = call.request();
    try {
      meet(request);
    } catch (InvalidParams e) {
      throw new IllegalStateException("Belay introduces itself as it should", e);
    }
    if (join(request)) {
      GovernedRequest.of(this, request, call).begin(this::enter);
    } else {
      call.refuse(UpstreamPool.NONE_FREE);
    }
  }

  /**
   * Reads the client's introduction: with each modern request, or once at the opening of a session.
   */
  private void meet(Envelope request) throws InvalidParams {
    if (isModern(request)) {
      introduction = Introduction.modern(request);
      modern = true;
    } else if (request.method().equals("initialize")) {
      // Also after modern requests, by which it has only probed the era.
      modern = false;
      try {
        var said = Introduction.legacy(request);
        introduction = said;
        legacyName = ClientLink.nameIn(said.info() == null ? null : said.info().bytes());
      } catch (InvalidParams e) {
        if (relay.sharing() == Sharing.MANY_CLIENTS) {
          throw e;
        }
        // Its server will report the error.
      }
    }
  }

  static boolean isModern(Envelope request) {
    return request.has(Member.META_PROTOCOL_VERSION);
  }

  /** Joins its upstream before its first message, since the server may send first. */
  void begin() {
    var _ = join(null);
  }

  /**
   * Joins its upstream; false if there is no room.
   *
   * @param request the request that it sends; null for another message
   */
  private boolean join(@Nullable Envelope request) {
    var present = audience.get();
    if (inFlight.all().isEmpty()) {
      var _ = relocate();
    }
    if (present == null) {
      var found = given == null ? relay.audiences().of(this, request) : given;
      if (found == null) {
        return false;
      }
      if (audience.compareAndSet(null, found)) {
        found.join(this);
        counted.set(true);
        // Races with close, which may have found no upstream to leave.
        if (left) {
          leaveAudience(found);
        }
      } else {
        relay.audiences().left(found);
      }
    }
    return true;
  }

  static boolean isSubscription(Envelope request) {
    return request.method().equals("subscriptions/listen");
  }

  /** {@return whether it waits for notifications alone} */
  boolean onlyListens() {
    var requests = inFlight.all();
    return !requests.isEmpty() && requests.stream().noneMatch(ClientRequest::mayBeAskedBack);
  }

  /** Moves to the upstream that its server's actual era requires; true if it has moved. */
  boolean relocate() {
    var present = audience.get();
    return given == null
        && present != null
        && relay.audiences().isOutgrown(this, present)
        && Relocation.of(this, present);
  }

  /** {@return whether it is Belay's own session, on behalf of all clients} */
  boolean isOfBelay() {
    return given != null;
  }

  /** Moves to another upstream; false if it was moved already, or has left. */
  boolean move(PooledUpstream from, PooledUpstream to) {
    return !left && audience.compareAndSet(from, to);
  }

  boolean hasLeft() {
    return left;
  }

  /** Begins a request, once its kind is known. */
  private void accept(Envelope request, ReplyTo reply, Predicate<ClientRequest> enter) {
    var upstream = audience().upstream();
    if (mayBeRetry(request) && upstream.isOpenedByBelay() && upstream.snapshot().era() == null) {
      var undecided =
          new UndecidedRequest(this, request, reply, next -> start(request, reply, next));
      if (enter.test(undecided)) {
        upstream.deliver(undecided);
      }
    } else {
      start(request, reply, enter);
    }
  }

  /** Begins a request, unless {@code enter} reports its cancellation. */
  private void start(Envelope request, ReplyTo reply, Predicate<ClientRequest> enter) {
    if (isRetry(request)) {
      RetriedRequest.resume(this, request, reply, enter);
    } else if (request.method().equals("tools/call")) {
      new GovernedRequest(this, request, reply, null).begin(enter);
    } else {
      var relayed = new RelayedRequest(this, request, reply);
      if (enter.test(relayed)) {
        audience().upstream().deliver(relayed);
        // Races with the end of Belay, which may have read the open requests just before.
        if (relayed.isSubscription() && relay.hasEndedSubscriptions()) {
          endSubscriptions();
        }
      } else {
        relayed.dismiss();
      }
    }
  }

  private static boolean mayBeRetry(Envelope request) {
    return isModern(request)
        && request.has(Member.PARAMS_REQUEST_STATE)
        && EraMethods.mayAsk(request.method());
  }

  /** Only questions of a legacy server carry Belay's state; a modern server's state is its own. */
  private boolean isRetry(Envelope request) {
    return mayBeRetry(request)
        && (audience().upstream().snapshot().era() == Era.LEGACY || running(request) != null);
  }

  /**
   * {@return the parked request that {@code request} resumes by its state; null if there is none}
   */
  @Nullable ClientRequest running(Envelope request) {
    var state = request.text(Member.PARAMS_REQUEST_STATE);
    return state != null
            && parked(request, state) instanceof PendingInputs.Found.Parked<ClientRequest> parked
        ? parked.input().first()
        : null;
  }

  PendingInputs.Found<ClientRequest> parked(Envelope request, String state) {
    return relay.inputs().find(state, link.principal(), request);
  }

  /** {@return the translator for its requests on {@code link}, whose era is known by now} */
  EraTranslator passage(UpstreamConnection link) {
    return passage(link.era());
  }

  /** {@return the translator for a server of that era, which is null if unknown} */
  EraTranslator passage(@Nullable Era era) {
    if (modern) {
      return era == Era.LEGACY
          ? new EraTranslator.ToLegacy(capabilities(), audience().serverInfo())
          : new EraTranslator.Modern(capabilities());
    }
    return era == Era.MODERN
        ? new EraTranslator.ToModern(withLogLevel(), audience()::isWrapped)
        : new EraTranslator.Legacy();
  }

  /** A modern server logs only on request; a legacy client that set no level expects logs. */
  private Introduction withLogLevel() {
    var said = introduction();
    return said.logLevel() == null ? said.withLogLevel(LogLevel.INFO) : said;
  }

  /** {@return its introduction; if it has sent none, Belay's own without capabilities} */
  Introduction introduction() {
    var said = introduction;
    return said == null ? Introductions.ITSELF.withCapabilities(ClientCapabilities.NONE) : said;
  }

  /**
   * {@return the name that the client gives itself, in that request or at the opening of its
   * session; empty for none}
   */
  String clientName(Envelope request) {
    return modern ? ClientLink.nameIn(request.raw(Member.META_CLIENT_INFO)) : legacyName;
  }

  /** {@return the capabilities that the client has declared} */
  ClientCapabilities capabilities() {
    var said = introduction;
    return said == null ? ClientCapabilities.NONE : said.capabilities();
  }

  /** {@return its identity to a server that may hold state for it} */
  UpstreamUser user() {
    if (!modern) {
      return legacyUser;
    }
    var said = introduction;
    var name = said == null || said.info() == null ? "" : said.info().toString();
    return new UpstreamUser(link.principal(), name);
  }

  /** {@return whether it speaks the modern era} */
  boolean isModern() {
    return modern;
  }

  /** {@return the legacy revision that was agreed on} */
  Revision revision() {
    return revision;
  }

  void agree(Revision agreed) {
    revision = agreed;
  }

  /** {@return its log level; null if it has set none} */
  @Nullable LogLevel logLevel() {
    var said = introduction;
    return said == null ? null : said.logLevel();
  }

  /** The client sets its log level. */
  void hearFrom(LogLevel level) {
    introduction = introduction().withLogLevel(level);
  }

  /** {@return whether it receives a log message; a legacy client that set no level receives all} */
  boolean hears(Envelope logMessage) {
    var level = logLevel();
    return level == null ? !modern : LogLevel.hears(level, logMessage);
  }

  @Override
  public void onNotification(Envelope notification) {
    if (!join(null)) {
      return;
    }
    switch (notification.method()) {
      case "notifications/cancelled" -> cancelled(notification);
      case "notifications/progress" -> questions.progressed(notification);
      default -> opening.told(notification);
    }
  }

  /** Drops a notification whose id is unknown or belongs to a request that is over. */
  private void cancelled(Envelope notification) {
    var request = inFlight.get(notification.id(Member.PARAMS_REQUEST_ID));
    if (request != null) {
      var reason = notification.text(Member.PARAMS_REASON);
      request.cancel(reason == null ? "" : reason);
    }
  }

  @Override
  public void onAnswer(Envelope response) {
    questions.answered(response);
  }

  @Override
  public void onLeft(RequestId id) {
    var request = inFlight.get(id);
    if (request != null) {
      request.leave();
    }
  }

  @Override
  public void close() {
    left = true;
    leaveAll();
    questions.clientLeft();
    var joined = audience.get();
    if (joined != null) {
      leaveAudience(joined);
    }
  }

  private void leaveAll() {
    inFlight.all().forEach(ClientRequest::leave);
  }

  /** Ends its subscriptions with a result, since Belay is ending. */
  void endSubscriptions() {
    for (var request : inFlight.all()) {
      switch (request) {
        case RelayedSubscription listening -> listening.end();
        case RelayedRequest relayed when relayed.isSubscription() -> relayed.endSubscription();
        case GovernedRequest _, RelayedRequest _, RetriedRequest _, UndecidedRequest _ -> {}
      }
    }
  }

  private void leaveAudience(PooledUpstream joined) {
    if (counted.compareAndSet(true, false)) {
      joined.leave(this);
    }
  }

  /** A relay for the progress of {@code request}, if the client requested any. */
  @Nullable ClientProgress progressFor(Envelope request, ReplyTo reply) {
    var token = request.id(Member.META_PROGRESS_TOKEN);
    return token == null
        ? null
        : new ClientProgress(token, reply::progress, relay.time(), relay.keepAlive());
  }

  Relay relay() {
    return relay;
  }

  /** {@return its session; null for a modern client, whose requests have none} */
  @Nullable String sessionId() {
    return modern ? null : link.id();
  }

  ClientLink link() {
    return link;
  }

  /** {@return its upstream; only after its first message} */
  PooledUpstream audience() {
    var joined = audience.get();
    if (joined == null) {
      throw new IllegalStateException("the client has said nothing yet");
    }
    return joined;
  }

  InFlight<ClientRequest> inFlight() {
    return inFlight;
  }

  Questions questions() {
    return questions;
  }

  SessionRecorder opening() {
    return opening;
  }
}
