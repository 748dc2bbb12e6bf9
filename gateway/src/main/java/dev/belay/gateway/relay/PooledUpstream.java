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
 * One upstream and the clients that share it: what it says of its own accord is brought to the one
 * it can belong to, or to all whom it concerns.
 *
 * <p>Never guesses an owner: what could be meant for either of two clients reaches neither (design:
 * rules of the wire). Safe for use by many threads.
 */
final class PooledUpstream implements UpstreamListener {
  private static final byte[] NOTHING = {'{', '}'};

  private final Relay relay;

  /** For whom it is; null if it is for all. */
  private final @Nullable IsolationKey tenant;

  private final Upstream upstream;
  private final long place;
  private final LeaseGate.Patience patience;
  private final EraGuard era;
  private final News news;
  private final UpstreamNews upstreamNews;
  private final SubscriptionBook subscriptions;
  private final TaskOwners tasks = new TaskOwners();
  private final Set<ClientSession> sessions = ConcurrentHashMap.newKeySet();

  /** The most talkative level that any client has asked a legacy server for. */
  private final AtomicReference<@Nullable LogLevel> logLevel = new AtomicReference<>();

  /** Tools whose output schemas legacy clients see as those of objects. */
  private volatile Set<String> wrapped = Set.of();

  /**
   * The first client. Where there is only one, the upstream is started before it, and may speak
   * before it has come: its reader then waits, since nobody else could hear what it says.
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

  /** {@return a number that tells it from all others of its relay} */
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

  TaskOwners tasks() {
    return tasks;
  }

  /** {@return whether the server is known to declare tasks to clients of that era} */
  boolean hasTasks(Era era) {
    var welcome = upstream.snapshot().welcome();
    var said = welcome == null ? null : welcome.raw(Member.RESULT);
    return said != null && ServerIntroduction.hasTasks(said, era);
  }

  /** {@return the task that a call of the client may be answered with; null for none} */
  Handoff.@Nullable Task task(ClientSession client, Envelope call) {
    if (client.isModern()) {
      return client.capabilities().tasks() ? Handoff.Task.modern(hasTasks(Era.MODERN)) : null;
    }
    var asked = call.raw(Member.PARAMS_TASK);
    // What a server with tasks is asked for is its own matter.
    return asked == null || hasTasks(Era.LEGACY) ? null : Handoff.Task.legacy(asked);
  }

  /** {@return whose task a message is about, among those who are there; null if not known} */
  @Nullable ClientSession ofTask(Envelope message) {
    var task = TaskOwners.of(message);
    if (task != null) {
      for (var client : sessions) {
        if (!client.isModern() && tasks.isOf(client, task)) {
          return client;
        }
      }
    }
    return null;
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
      tasks.left(client);
    }
    relay.audiences().left(this);
  }

  @Nullable IsolationKey tenant() {
    return tenant;
  }

  /**
   * Nothing more will be heard: subscriptions end as they should (MCP 2026-07-28 §subscriptions).
   */
  void endSubscriptions() {
    sessions.forEach(ClientSession::endSubscriptions);
  }

  /** A legacy client has opened its session: it expects to hear of changes unasked. */
  void welcomeLegacy(ClientSession client) {
    upstreamNews.want(client);
    // The other party: leave, which may have looked just before.
    if (!sessions.contains(client)) {
      upstreamNews.leave(client);
    }
  }

  /** {@return the server's name and version, for people; null if it says none} */
  @Nullable RawJson serverInfo() {
    var welcome = upstream.snapshot().welcome();
    var result = welcome == null ? null : welcome.raw(Member.RESULT);
    return result == null ? null : ServerIntroduction.serverInfo(result);
  }

  /** Remembers which tools of a modern server's list are shown otherwise to legacy clients. */
  void listed(byte[] toolsListResult) {
    wrapped = OutputSchemaTranslation.wrapped(toolsListResult);
  }

  boolean isWrapped(String tool) {
    return wrapped.contains(tool);
  }

  /** True if a shared server must be told to say more than it was told before. */
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

  /** Its server has not taken the level: the next one who wants it tries again. */
  void forgetLogLevel() {
    logLevel.set(null);
  }

  /**
   * A modern client says with each request what it wants to hear of it; a legacy server is told.
   */
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
    // The other party: leave, which may have looked just before.
    if (!sessions.contains(client)) {
      subscriptions.forget(client);
    }
    return taken;
  }

  /** Waits where the only client there will ever be has not come yet. */
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
    var of = ofTask(request);
    switch (of == null ? MessageOwner.of(link, during, sessions) : new MessageOwner.Client(of)) {
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

  /** A server of these asks a person: its calls, one of which that was, are nobody else's. */
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

  /** Where a client has opened the server itself, that knows what it may ask. */
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
      case "notifications/progress" -> tasks.progressed(notification);
      case "notifications/tools/list_changed" -> {
        relay.toolsChanged();
        news.bring(link, notification, during);
      }
      default -> news.bring(link, notification, during);
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
    // After those that wait, of which one may be parked meanwhile.
    relay.inputs().withdraw(isIt);
  }

  /** {@return whether anybody waits for an answer; a subscription waits for none} */
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
    upstreamNews.eraChanged(subscriptions.uris());
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
