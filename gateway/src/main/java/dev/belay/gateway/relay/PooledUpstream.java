package dev.belay.gateway.relay;

import dev.belay.gateway.call.Handoff;
import dev.belay.gateway.translate.OutputSchemaTranslation;
import dev.belay.gateway.translate.ServerIntroduction;
import dev.belay.gateway.translate.ServerQuestion;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.gateway.upstream.UpstreamExchange;
import dev.belay.gateway.upstream.UpstreamListener;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.era.Era;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One upstream and the clients that share it: delivers its unsolicited messages to the client that
 * they can belong to, or to all clients concerned.
 *
 * <p>Never guesses an owner: a message that could belong to either of two clients reaches neither
 * (design: rules of the wire). Safe for use by many threads. Longer than other files: each kind of
 * message has its own rule for whose it can be.
 */
final class PooledUpstream implements UpstreamListener {
  /** The most tools on record of a server, which decides how many it has. */
  private static final int MOST_WRAPPED = 20_000;

  private static final byte[] NOTHING = {'{', '}'};

  private final Relay relay;

  /** The owner of an isolated upstream; null for a shared one. */
  private final @Nullable IsolationKey tenant;

  private final Upstream upstream;
  private final long place;
  private final LeaseGate.Patience patience;
  private final EraGuard era;
  private final News news;
  private final UpstreamNews upstreamNews;
  private final SubscriptionBook subscriptions;
  private final Set<ClientSession> sessions = ConcurrentHashMap.newKeySet();

  /** The most verbose level that any client has requested of a legacy server. */
  private final AtomicReference<@Nullable LogLevel> logLevel = new AtomicReference<>();

  /** What the last introduction of the server was read to declare; null before one was. */
  private volatile @Nullable Declared declared;

  /** Tools whose output schemas are wrapped for legacy clients. */
  private volatile Set<String> wrapped = Set.of();

  /**
   * The first client. The upstream of an only client starts before it has come, and may send
   * before: its reader then waits for the client, to which all its messages belong.
   */
  private final CompletableFuture<ClientSession> first = new CompletableFuture<>();

  PooledUpstream(
      Relay relay, Function<UpstreamListener, Upstream> upstreams, @Nullable IsolationKey tenant) {
    this.relay = relay;
    this.tenant = tenant;
    place = relay.nextPlace();
    upstream = upstreams.apply(this);
    patience = LeaseGate.Patience.of(upstream, relay.server());
    era = new EraGuard(relay, upstream);
    upstreamNews = new UpstreamNews(upstream, this::listChanged);
    subscriptions = new SubscriptionBook(upstreamNews);
    news = new News(this);
  }

  Upstream upstream() {
    return upstream;
  }

  /** {@return its number, unique within its relay} */
  long place() {
    return place;
  }

  /** {@return how long its calls wait for the upstream} */
  LeaseGate.Patience patience() {
    return patience;
  }

  EraGuard era() {
    return era;
  }

  Relay relay() {
    return relay;
  }

  SubscriptionBook subscriptions() {
    return subscriptions;
  }

  UpstreamNews upstreamNews() {
    return upstreamNews;
  }

  /** {@return whether the server is known to make tasks of calls in that era} */
  boolean hasTasks(Era era) {
    var welcome = upstream.snapshot().welcome();
    if (welcome == null) {
      return false;
    }
    // Read once: each call asks for it.
    var known = declared;
    if (known == null || !known.by.equals(welcome)) {
      known = Declared.of(welcome);
      declared = known;
    }
    return switch (era) {
      case LEGACY -> known.legacyTasks;
      case MODERN -> known.modernTasks;
    };
  }

  /** What an introduction of the server declares. */
  private record Declared(Envelope by, boolean legacyTasks, boolean modernTasks) {
    static Declared of(Envelope welcome) {
      var said = Objects.requireNonNullElse(welcome.raw(Member.RESULT), NOTHING);
      return new Declared(
          welcome,
          ServerIntroduction.hasTasks(said, Era.LEGACY),
          ServerIntroduction.hasTasks(said, Era.MODERN));
    }
  }

  /** {@return the task that a call of the client may be answered with; null for none} */
  Handoff.@Nullable Task task(ClientSession client, Envelope call) {
    if (client.isModern()) {
      return client.capabilities().tasks() ? Handoff.Task.MODERN : null;
    }
    var asked = call.raw(Member.PARAMS_TASK);
    return asked == null ? null : Handoff.Task.legacy(asked);
  }

  Set<ClientSession> sessions() {
    return sessions;
  }

  void join(ClientSession client) {
    sessions.add(client);
    first.complete(client);
  }

  void leave(ClientSession client) {
    sessions.remove(client);
    upstreamNews.leave(client);
    subscriptions.forget(client);
    if (!client.isModern()) {
      upstream.forget(client.user());
    }
    relay.audiences().left(this);
  }

  @Nullable IsolationKey tenant() {
    return tenant;
  }

  /**
   * Ends all subscriptions with a result: no notifications follow (MCP 2026-07-28 §subscriptions).
   */
  void endSubscriptions() {
    sessions.forEach(ClientSession::endSubscriptions);
  }

  /** A legacy client has opened its session: it expects changes without a subscription. */
  void welcomeLegacy(ClientSession client) {
    upstreamNews.want(client);
    // Races with leave, which may have run just before.
    if (!sessions.contains(client)) {
      upstreamNews.leave(client);
    }
  }

  /** {@return the server's name and version, for people; null if it has sent none} */
  @Nullable RawJson serverInfo() {
    var welcome = upstream.snapshot().welcome();
    var result = welcome == null ? null : welcome.raw(Member.RESULT);
    return result == null ? null : ServerIntroduction.serverInfo(result);
  }

  /**
   * Records the tools of a modern server's list whose schemas are wrapped for legacy clients.
   *
   * @param isFirst whether that is the first page, with which the record begins anew
   */
  void listed(byte[] toolsListResult, boolean isFirst) {
    var all = new HashSet<>(OutputSchemaTranslation.wrapped(toolsListResult));
    if (!isFirst) {
      all.addAll(wrapped);
    }
    wrapped = all.size() > MOST_WRAPPED ? wrapped : Set.copyOf(all);
  }

  boolean isWrapped(String tool) {
    return wrapped.contains(tool);
  }

  /** True if a shared server needs a more verbose level than before. */
  boolean raiseLogLevel(LogLevel wanted) {
    while (true) {
      var now = logLevel.get();
      if (now != null && now.compareTo(wanted) <= 0) {
        return false;
      }
      if (logLevel.compareAndSet(now, wanted)) {
        return true;
      }
    }
  }

  /** The server has refused the level: the next request for it tries again. */
  void forgetLogLevel() {
    logLevel.set(null);
  }

  /** Sets a legacy server's level to that of a modern client's request, if it is more verbose. */
  void raiseLogLevelFor(ClientSession client) {
    var wanted = client.logLevel();
    if (wanted != null
        && client.isModern()
        && upstream.isOpenedByBelay()
        && upstream.snapshot().era() == Era.LEGACY
        && raiseLogLevel(wanted)) {
      upstreamNews.setLogLevel(wanted);
    }
  }

  /** False if there are too many subscriptions. */
  boolean subscribe(ClientSession client, String uri) {
    boolean taken = subscriptions.add(client, client.link().principal(), uri);
    // Races with leave, which may have run just before.
    if (!sessions.contains(client)) {
      subscriptions.forget(client);
    }
    return taken;
  }

  /** Waits for the client of an upstream with only one. */
  private void awaitOnlyClient() {
    if (relay.sharing() == Sharing.ONE_CLIENT) {
      var _ = first.join();
    }
  }

  @Override
  public void asked(UpstreamConnection link, Envelope request, @Nullable UpstreamExchange during) {
    awaitOnlyClient();
    if (upstream.isOpenedByBelay() && request.method().equals("ping")) {
      link.answer(Messages.response(request.requireId(), NOTHING));
      return;
    }
    if (!request.method().equals("ping")) {
      unshare();
    }
    var question = new AskedQuestion(link, request);
    if (during == null && RelatedTask.isGone(link, request)) {
      unowned(question, MessageOwner.NO_REQUEST);
      return;
    }
    switch (MessageOwner.of(link, RelatedTask.call(link, request, during), sessions)) {
      case MessageOwner.Of(ClientRequest owner) -> ask(question, owner);
      case MessageOwner.Client(ClientSession owner) -> {
        if (owner.isModern()) {
          unowned(question, MessageOwner.NO_REQUEST);
        } else if (mayAsk(question, owner)) {
          owner.questions().ask(question, new OutOfBand(owner.link()));
        } else {
          question.notDeclared();
        }
      }
      case MessageOwner.Unknown unknown -> unowned(question, unknown);
    }
  }

  /** The answer to a server that asks for roots outside a call, at its start for instance: none. */
  private static void unowned(AskedQuestion question, MessageOwner.Unknown unknown) {
    if (question.isAboutRoots() && !unknown.isAmbiguous()) {
      question.notDeclared();
    } else {
      question.refused(unknown.why());
    }
  }

  /** The server asks a person, because of one of its calls: no answer of these calls is shared. */
  void unshare() {
    var repeating = relay.repeating();
    if (repeating != null) {
      repeating.asked(place);
    }
  }

  private void ask(AskedQuestion question, ClientRequest owner) {
    var client = owner.session();
    var input = owner.input();
    boolean asTask = owner.isTask() && ServerQuestion.isKind(question.method());
    if (!mayAsk(question, client)) {
      question.notDeclared();
    } else if (!client.isModern() && !asTask) {
      client.questions().ask(question, owner.replyTo());
    } else if (input == null) {
      question.refused("The client cannot be asked anything about this request.");
    } else {
      var call = owner.on(question.link());
      input.ask(List.of(call == null ? question : question.holding(call)));
    }
  }

  /** If the client has opened the server itself, the server has its capabilities. */
  private boolean mayAsk(AskedQuestion question, ClientSession client) {
    return !upstream.isOpenedByBelay()
        || client.capabilities().allows(question.method(), question.params());
  }

  @Override
  public void told(
      UpstreamConnection link, Envelope notification, @Nullable UpstreamExchange during) {
    awaitOnlyClient();
    switch (notification.method()) {
      case "notifications/cancelled" -> withdrawn(link, notification);
      case "notifications/progress" -> {
        // With a token, of a call that is over; without, of a job in the wire form of S2: it names
        // no request (C12).
        if (!notification.has(Member.PARAMS_PROGRESS_TOKEN)) {
          news.bring(link, notification, during);
        }
      }
      // What is polled for need not be told.
      case "notifications/tasks/status" -> {}
      case "notifications/tools/list_changed" -> {
        relay.toolsChanged();
        news.bring(link, notification, during);
      }
      default -> news.bring(link, notification, RelatedTask.call(link, notification, during));
    }
  }

  private void withdrawn(UpstreamConnection link, Envelope notification) {
    var askedAs = notification.id(Member.PARAMS_REQUEST_ID);
    if (askedAs == null) {
      return;
    }
    var why = Objects.requireNonNullElse(notification.text(Member.PARAMS_REASON), "");
    Predicate<Object> isIt =
        question -> question instanceof AskedQuestion asked && asked.isFrom(link, askedAs);
    for (var client : sessions) {
      client.questions().withdraw(isIt, why);
      for (var request : client.inFlight().all()) {
        var input = request.input();
        if (input != null) {
          input.withdraw(isIt);
        }
      }
    }
    // After the waiting ones, of which one may have been parked meanwhile.
    relay.inputs().withdraw(isIt);
  }

  /** {@return whether a client waits for an answer; a subscription waits for none} */
  boolean isBusy() {
    return sessions.stream()
        .flatMap(client -> client.inFlight().all().stream())
        .anyMatch(request -> request.mayBeAskedBack());
  }

  @Override
  public void gone(UpstreamConnection link) {
    sessions.forEach(client -> client.questions().gone(link));
  }

  @Override
  public void eraChanged() {
    forgetLogLevel();
    for (var client : sessions) {
      var level = client.logLevel();
      if (level != null && upstream.snapshot().era() == Era.LEGACY && raiseLogLevel(level)) {
        upstreamNews.setLogLevel(level);
      }
      for (var request : client.inFlight().all()) {
        if (request instanceof RelayedRequest listen && listen.isSubscription()) {
          listen.subscribeAnew();
        }
      }
    }
    subscriptions.eraChanged();
  }

  @Override
  public void retiring(UpstreamConnection link) {
    for (var client : sessions) {
      for (var request : client.inFlight().all()) {
        if (request instanceof RelayedRequest listen
            && listen.isSubscription()
            && listen.isAt(link)) {
          listen.subscribeAnew();
        }
      }
    }
    upstreamNews.retiring(link);
  }

  @Override
  public void listChanged(String what) {
    awaitOnlyClient();
    relay.toolsChanged();
    news.listChanged(what);
  }
}
