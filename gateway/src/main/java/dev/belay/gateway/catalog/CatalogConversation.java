package dev.belay.gateway.catalog;

import dev.belay.gateway.translate.EraMethods;
import dev.belay.gateway.translate.InvalidParams;
import dev.belay.gateway.translate.SubscriptionFilter;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.InFlight;
import dev.belay.mcp.session.ReplyTo;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The conversation of one client with all servers: requests to all of them are answered here, those
 * of one server go to it, and requests of servers reach the client with ids of the catalog's own.
 * The client of an only server talks to that server, for as long as it is served: all messages but
 * lists of tools pass unchanged, also once other servers have come.
 *
 * <p>Never blocks. Safe for use by many threads; each part states how. Longer than other files: it
 * has one method for each kind of message, and little else.
 */
final class CatalogConversation implements Conversation {
  private static final String SET_LEVEL = "logging/setLevel";

  private static final byte[] NOTHING = {'{', '}'};

  private final Catalog catalog;
  private final ClientLink link;

  private final InFlight<OpenRequest> open = new InFlight<>();
  private final AskedBack questions = new AskedBack();
  private final Subscribed subscribed = new Subscribed();
  private final Map<CatalogMember, MemberConversation> members = new ConcurrentHashMap<>();

  /** The only server when the client came; null if there were others, or names with prefixes. */
  private final @Nullable CatalogMember only;

  /** The server that got the client's own opening; null if the catalog has answered it. */
  private volatile @Nullable MemberConversation opened;

  /** How a legacy client opened its session; null before that, and for a modern one. */
  private volatile @Nullable Envelope initialize;

  /** The last request of a modern client, with its introduction. */
  private volatile @Nullable Envelope modern;

  private volatile @Nullable LogLevel logLevel;
  private volatile boolean left;

  /**
   * Begins a conversation.
   *
   * @param only the server that the client has to itself, without prefixes; null if there is none
   */
  CatalogConversation(Catalog catalog, ClientLink link, @Nullable CatalogMember only) {
    this.catalog = catalog;
    this.link = link;
    this.only = only;
  }

  /** {@return the only server that this client talks to; null if it talks to the catalog} */
  @Nullable CatalogMember sole() {
    return only != null && catalog.snapshot().members().contains(only) ? only : null;
  }

  @Override
  public void onRequest(Envelope request, ReplyTo reply) {
    var refusal = open.refusal(request.requireId());
    if (refusal != null) {
      reply.send(refusal);
      return;
    }
    begin(request, reply);
    // Races with close, which may have run before begin.
    if (left) {
      catalog.left(this);
      leaveAll();
    }
  }

  /**
   * Registers the request, so that it can be cancelled; if refused, answers it and returns false.
   */
  boolean enter(OpenRequest request) {
    var refusal = open.enter(request);
    if (refusal != null) {
      request.reply.send(refusal);
    }
    return refusal == null;
  }

  /** {@return whether it was open until now} */
  boolean ended(OpenRequest request) {
    return open.end(request);
  }

  private void begin(Envelope request, ReplyTo reply) {
    var era = Routing.eraOf(request);
    if (era == Era.MODERN) {
      met(request);
    }
    var sole = sole();
    if (sole != null) {
      pass(sole, request, reply);
    } else if (EraMethods.hasRequest(era, request.method())) {
      answer(request, reply);
    } else {
      reply.send(Routing.unknownMethod(request));
    }
  }

  /** Records the opening of a session, for servers that replace this one. */
  private void pass(CatalogMember sole, Envelope request, ReplyTo reply) {
    var to = with(sole);
    switch (request.method()) {
      case "tools/list" -> {
        new Listing(this, ListKind.TOOLS, request, reply).begin();
        return;
      }
      case "initialize" -> {
        opened = to;
        initialize = request;
        catalog.joined(this);
      }
      case SET_LEVEL -> logLevel = LogLevel.of(request);
      default -> {}
    }
    new Routing(this, request, reply).begin();
  }

  private void answer(Envelope request, ReplyTo reply) {
    var id = request.requireId();
    switch (request.method()) {
      case "initialize" -> opened(request, reply);
      case "server/discover" ->
          reply.send(Messages.response(id, Presentation.discovered(catalog.snapshot())));
      case "ping" -> reply.send(Messages.response(id, NOTHING));
      case SET_LEVEL -> setLevel(request, reply);
      case "subscriptions/listen" -> listen(request, reply);
      default -> {
        var list = ListKind.of(request.method());
        if (list == null) {
          new Routing(this, request, reply).begin();
        } else {
          new Listing(this, list, request, reply).begin();
        }
      }
    }
  }

  private void opened(Envelope request, ReplyTo reply) {
    initialize = request;
    catalog.joined(this);
    var asked = request.text(Member.PARAMS_PROTOCOL_VERSION);
    var agreed = Presentation.agreed(asked == null ? "" : asked);
    reply.send(
        Messages.response(
            request.requireId(), Presentation.initialized(agreed, catalog.snapshot())));
  }

  private void setLevel(Envelope request, ReplyTo reply) {
    var level = LogLevel.of(request);
    if (level == null) {
      var text = "level is no log level.";
      reply.send(Messages.error(request.requireId(), ErrorCode.INVALID_PARAMS, text));
      return;
    }
    logLevel = level;
    members.values().forEach(member -> member.say(SET_LEVEL, level.params()));
    reply.send(Messages.response(request.requireId(), NOTHING));
  }

  private void listen(Envelope request, ReplyTo reply) {
    try {
      new Listening(this, request, reply).begin();
    } catch (InvalidParams e) {
      reply.send(e.answer(request.requireId()));
    }
  }

  /** {@return a list of one server for this client, or that it is late or failed} */
  CompletableFuture<ServerLists.Fetched> list(CatalogMember member, ListKind kind, Era era) {
    return member.backend().isShared()
        ? member.refresher().get(kind, era)
        : with(member).get(kind, era);
  }

  /** {@return the client's conversation with one server, which begins now if it has not} */
  MemberConversation with(CatalogMember member) {
    var known = members.get(member);
    if (known != null) {
      return known;
    }
    var made = new MemberConversation(this, member);
    var opening = initialize;
    if (opening != null) {
      made.open(opening);
    }
    var level = logLevel;
    if (level != null) {
      made.say(SET_LEVEL, level.params());
    }
    // The second of two threads opens one in vain, so that neither waits for the other.
    var other = members.putIfAbsent(member, made);
    if (other != null) {
      made.conversation().close();
      return other;
    }
    // Races with setLevel, which may have read the conversations just before, or tells this one.
    while (logLevel != level) {
      level = logLevel;
      made.say(SET_LEVEL, Objects.requireNonNull(level).params());
    }
    // Races with close likewise.
    if (left) {
      made.conversation().close();
    }
    return made;
  }

  @Override
  public void onNotification(Envelope notification) {
    switch (notification.method()) {
      // The catalog opens the other servers when the client first needs them.
      case "notifications/initialized" -> {
        var to = opened;
        if (to != null) {
          to.conversation().onNotification(notification);
        }
      }
      case "notifications/cancelled" -> {
        var request = open.get(notification.id(Member.PARAMS_REQUEST_ID));
        if (request != null) {
          request.cancelled(notification);
        }
      }
      case "notifications/progress" -> progressed(notification);
      default -> {
        var sole = sole();
        if (sole != null) {
          with(sole).conversation().onNotification(notification);
        } else if (!notification.method().equals("notifications/tasks/status")) {
          // Tasks of a client's own belong to one server, which is unknown here.
          members.values().forEach(member -> member.conversation().onNotification(notification));
        }
      }
    }
  }

  private void progressed(Envelope notification) {
    var token = Member.PARAMS_PROGRESS_TOKEN;
    var question = questions.find(notification.id(token));
    if (question != null) {
      var inner = Envelope.parseOwn(Splice.of(notification).set(token, question.id()).bytes());
      question.by().conversation().onNotification(inner);
    }
  }

  @Override
  public void onAnswer(Envelope response) {
    var question = questions.answered(response.id());
    if (question != null) {
      var inner = Envelope.parseOwn(Splice.of(response).id(question.id()).bytes());
      question.by().conversation().onAnswer(inner);
    }
  }

  /**
   * A server sends a request or a notification.
   *
   * @param way sends a message to the client
   */
  boolean told(MemberConversation by, byte[] message, Predicate<byte[]> way) {
    var told = Envelope.parseOwn(message);
    if (told.kind() == Kind.REQUEST) {
      var asked = questions.ask(by, told);
      boolean reached = way.test(asked.message());
      if (!reached) {
        questions.forget(asked.own());
      }
      return reached;
    }
    if (told.method().equals("notifications/cancelled")) {
      var member = Member.PARAMS_REQUEST_ID;
      var own = questions.withdrawn(by, told.id(member));
      return own == null || way.test(Splice.of(told).set(member, own).bytes());
    }
    // Changes of a shared server reach the catalog itself, which notifies each client once.
    boolean isTold =
        !ListKind.changedBy(told.method()).isEmpty()
            && by.member().backend().isShared()
            && by.member() != sole();
    return isTold || way.test(message);
  }

  /** A list has changed, of any server. */
  void hear(Envelope news) {
    hear(news, Era.LEGACY);
    hear(news, Era.MODERN);
  }

  /** A list has changed, as clients of one era see it. */
  void hear(Envelope news, Era era) {
    switch (era) {
      case LEGACY -> {
        if (initialize != null) {
          link.tell(news.bytes());
        }
      }
      case MODERN -> listenings().forEach(listening -> listening.hear(news));
    }
  }

  void endSubscriptions() {
    listenings().forEach(Listening::finish);
  }

  private List<Listening> listenings() {
    return open.all().stream()
        .filter(Listening.class::isInstance)
        .map(Listening.class::cast)
        .toList();
  }

  /** A server has answered a request about a resource. */
  void subscribed(CatalogMember member, Envelope request, byte[] response) {
    subscribed.learn(member, request, Envelope.parseOwn(response));
    // Races with a reload that has replaced the server and saw no subscription yet.
    var next = catalog.successor(member);
    if (next != null) {
      replaced(member, next);
    }
  }

  /** One server has replaced another: repeats the subscriptions at it. */
  void replaced(CatalogMember gone, CatalogMember next) {
    for (var uri : subscribed.take(gone)) {
      subscribed.put(uri, next);
      with(next).say("resources/subscribe", SubscriptionFilter.subscribeParams(uri));
    }
    listenings().forEach(listening -> listening.replaced(gone, next));
  }

  /** A server is no longer part of the catalog, and has ended. */
  void forget(CatalogMember member) {
    var gone = members.remove(member);
    if (gone != null) {
      gone.conversation().close();
      questions.forget(gone);
    }
  }

  @Override
  public void onLeft(RequestId id) {
    var request = open.get(id);
    if (request != null) {
      request.left();
    }
  }

  @Override
  public void close() {
    left = true;
    catalog.left(this);
    leaveAll();
    members.values().forEach(member -> member.conversation().close());
  }

  private void leaveAll() {
    List.copyOf(open.all()).forEach(OpenRequest::left);
  }

  Catalog catalog() {
    return catalog;
  }

  ClientLink link() {
    return link;
  }

  /** Records the introduction of a modern client. */
  void met(Envelope request) {
    modern = request;
  }

  /** {@return params with a modern client's introduction alone; null for a legacy one} */
  byte @Nullable [] introduction() {
    var said = modern;
    return said == null ? null : MemberConversation.introduction(said);
  }

  /**
   * The resources that one legacy client has subscribed to, with their servers, for a server that
   * replaces one.
   *
   * <p>Bounded in bytes: a subscription beyond the bound is not repeated. Safe for use by many
   * threads: the thread that takes an entry subscribes at the next server.
   */
  private static final class Subscribed {
    private static final int MOST_BYTES = 1024 * 1024;

    /** The size of an entry in addition to its URI. */
    private static final int ENTRY_BYTES = 128;

    private final Map<String, CatalogMember> byUri = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();

    /** A server has answered a request of the client: records the change of its subscription. */
    void learn(CatalogMember member, Envelope request, Envelope response) {
      var uri = request.text(Member.PARAMS_URI);
      if (uri == null || response.kind() != Kind.RESPONSE) {
        return;
      }
      switch (request.method()) {
        case "resources/subscribe" -> put(uri, member);
        case "resources/unsubscribe" -> {
          if (byUri.remove(uri) != null) {
            bytes.addAndGet(-size(uri));
          }
        }
        default -> {}
      }
    }

    private static int size(String uri) {
      return uri.length() + ENTRY_BYTES;
    }

    /** Records a subscription at that server. */
    void put(String uri, CatalogMember at) {
      if (bytes.addAndGet(size(uri)) > MOST_BYTES || byUri.put(uri, at) != null) {
        bytes.addAndGet(-size(uri));
      }
    }

    /** Removes the subscriptions at {@code gone}, and returns their URIs. */
    List<String> take(CatalogMember gone) {
      var taken = byUri.keySet().stream().filter(uri -> byUri.remove(uri, gone)).toList();
      taken.forEach(uri -> bytes.addAndGet(-size(uri)));
      return taken;
    }
  }
}
