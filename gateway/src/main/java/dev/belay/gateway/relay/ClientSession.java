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
 * One client and its server: what it has asked, what it was asked, and what it says, sorted.
 *
 * <p>Never waits. Safe for use by many threads; each part says how. Longer than other files: it is
 * where all that a client may say is told apart, and each kind has its own place elsewhere.
 */
public final class ClientSession implements Conversation {
  private final Relay relay;
  private final ClientLink link;

  /** Who it is where it is a session of the legacy era; the same each time, as it is a key. */
  private final UpstreamUser legacyUser;

  private final InFlight<ClientRequest> inFlight = new InFlight<>();
  private final Questions questions = new Questions(this);
  private final SessionRecorder opening = new SessionRecorder(this);

  /** What the client said of itself: at its opening, or with its last request. */
  private volatile @Nullable Introduction introduction;

  private volatile Revision revision = Revision.LATEST_LEGACY;
  private volatile boolean modern;
  private final AtomicReference<@Nullable PooledUpstream> audience = new AtomicReference<>();

  /** Whether it counts among those who share its upstream: whoever sets it to false, leaves. */
  private final AtomicBoolean counted = new AtomicBoolean();

  private volatile boolean left;

  /** Where it belongs whatever it says of itself; null for where its words put it. */
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
    // The other party: close, which may have looked at what is in flight just before.
    if (left) {
      leaveAll();
    }
  }

  /** Puts a request in flight; false where another has its id. */
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

  /** Learns who the client is: with each modern request, or once where it opens a session. */
  private void meet(Envelope request) throws InvalidParams {
    if (isModern(request)) {
      introduction = Introduction.modern(request);
      modern = true;
    } else if (request.method().equals("initialize")) {
      // Also after modern requests, by which it has only asked what is spoken here.
      modern = false;
      try {
        introduction = Introduction.legacy(request);
      } catch (InvalidParams e) {
        if (relay.sharing() == Sharing.MANY_CLIENTS) {
          throw e;
        }
        // Its server will say what is wrong with it.
      }
    }
  }

  static boolean isModern(Envelope request) {
    return request.has(Member.META_PROTOCOL_VERSION);
  }

  /** Joins those who share its upstream before it says anything: the server may speak first. */
  void begin() {
    var _ = join(null);
  }

  /**
   * False if there is no room for one more.
   *
   * @param request what it says; null if that is no request
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
        // The other party: close, which may have come before there was anybody to leave.
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

  /** {@return whether it waits for news alone} */
  boolean onlyListens() {
    var requests = inFlight.all();
    return !requests.isEmpty() && requests.stream().noneMatch(ClientRequest::mayBeAskedBack);
  }

  /** Moves to where it belongs by what its server has turned out to be; true if it has moved. */
  boolean relocate() {
    var present = audience.get();
    return given == null
        && present != null
        && relay.audiences().isOutgrown(this, present)
        && Relocation.of(this, present);
  }

  /** {@return whether it is one of Belay's own, which reads and hears for all} */
  boolean isOfBelay() {
    return given != null;
  }

  /** Shares another upstream from now on; false if somebody else moved it, or it has left. */
  boolean move(PooledUpstream from, PooledUpstream to) {
    return !left && audience.compareAndSet(from, to);
  }

  boolean hasLeft() {
    return left;
  }

  /** Begins with a request once it is known what it is. */
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

  /** Begins with a request, unless {@code enter} says that its client took it back. */
  private void start(Envelope request, ReplyTo reply, Predicate<ClientRequest> enter) {
    if (isRetry(request)) {
      RetriedRequest.resume(this, request, reply, enter);
    } else if (request.method().equals("tools/call")) {
      new GovernedRequest(this, request, reply, null).begin(enter);
    } else {
      var relayed = new RelayedRequest(this, request, reply);
      if (enter.test(relayed)) {
        audience().upstream().deliver(relayed);
        // The other party: the end of Belay, which may have looked at what is open just before.
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

  /** Only a legacy server's questions were asked by Belay; a modern server's state is its own. */
  private boolean isRetry(Envelope request) {
    return mayBeRetry(request)
        && (audience().upstream().snapshot().era() == Era.LEGACY || running(request) != null);
  }

  /** {@return the request that one which carries a state comes back to; null if it is none} */
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

  /** {@return how its requests reach its server on {@code link}, whose era is known by now} */
  EraTranslator passage(UpstreamConnection link) {
    return passage(link.era());
  }

  /** {@return how answers of a server of that era, null where it is not known, reach it} */
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

  /**
   * A modern server logs only what it is asked for; a legacy client that set no level expects logs.
   */
  private Introduction withLogLevel() {
    var said = introduction();
    return said.logLevel() == null ? said.withLogLevel(LogLevel.INFO) : said;
  }

  /**
   * {@return what it has said of itself; one that has said nothing is Belay, and can do nothing}
   */
  Introduction introduction() {
    var said = introduction;
    return said == null ? Introductions.ITSELF.withCapabilities(ClientCapabilities.NONE) : said;
  }

  /** {@return what the client has declared that it can be asked} */
  ClientCapabilities capabilities() {
    var said = introduction;
    return said == null ? ClientCapabilities.NONE : said.capabilities();
  }

  /** {@return who it is to a server that may have kept something for it} */
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

  /** {@return from which level on it hears log messages; null if it has not said} */
  @Nullable LogLevel logLevel() {
    var said = introduction;
    return said == null ? null : said.logLevel();
  }

  /** The client wants to hear log messages from {@code level} on. */
  void hearFrom(LogLevel level) {
    introduction = introduction().withLogLevel(level);
  }

  /** {@return whether a log message is for it: a legacy client that set no level hears all} */
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

  /** An id that is unknown, or whose request is over, is nobody's: the notification is dropped. */
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

  /** No more news will come, since Belay is ending: subscriptions end with a result. */
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

  /** A relay for the progress of {@code request}, if the client asked for any. */
  @Nullable ClientProgress progressFor(Envelope request, ReplyTo reply) {
    var token = request.id(Member.META_PROGRESS_TOKEN);
    return token == null
        ? null
        : new ClientProgress(token, reply::progress, relay.time(), relay.keepAlive());
  }

  Relay relay() {
    return relay;
  }

  /** {@return its session; null where each of its requests is a conversation of its own} */
  @Nullable String sessionId() {
    return modern ? null : link.id();
  }

  ClientLink link() {
    return link;
  }

  /** {@return with whom it shares its upstream; only after its first message} */
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
