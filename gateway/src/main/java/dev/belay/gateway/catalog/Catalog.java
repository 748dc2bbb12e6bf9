package dev.belay.gateway.catalog;

import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.TurnPolicy;
import dev.belay.core.time.Time;
import dev.belay.gateway.listing.ListFigures;
import dev.belay.gateway.relay.Backend;
import dev.belay.gateway.upstream.Report;
import dev.belay.mcp.client.ParamHeader;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.Host;
import dev.belay.process.tree.Grace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Many servers as one: each client talks to all of them under names that no two share.
 *
 * <p>It stands on relays, one before each server, and adds nothing to a call but its name: limits,
 * cancellation and answers are the relay's. With one server and no prefix it is not there at all.
 * Safe for use by many threads: {@code replacing} is held while the servers change.
 *
 * <p>Longer than other files: it is the one place where what is asked of many servers is divided
 * among them and what they say is put together, a method for each kind of question.
 */
public final class Catalog implements Host {
  private final Time time;
  private volatile Duration patience;
  private final Backends backends;
  private final Collisions collisions;
  private final Tasks tasks = new Tasks();

  /** Clients that are told of changes: of a session, or a subscription. */
  private final Set<CatalogConversation> clients = ConcurrentHashMap.newKeySet();

  /** Sessions that began with the only server there was. */
  private final Set<PassedThrough> sessions = ConcurrentHashMap.newKeySet();

  private final Set<Draining> draining = ConcurrentHashMap.newKeySet();
  private final ReentrantLock replacing = new ReentrantLock();
  private volatile ToolScreen screen;
  private final Report report;
  private final CatalogListener listener;
  private volatile Roster roster;
  private volatile UnmatchedGlobs globs;
  private volatile boolean subscriptionsEnded;

  /** Makes what stands before servers. */
  @FunctionalInterface
  public interface Backends {
    /**
     * Puts together what stands before one server, and starts nothing.
     *
     * @param onToolsList to hear the result of each {@code tools/list}, of whatever page
     */
    Backend of(Settings settings, ServerSettings server, Consumer<byte[]> onToolsList);
  }

  /**
   * Has no servers before {@link #replace}: they speak as soon as they are started, and must find
   * the whole catalog by then.
   *
   * @param pins where it is kept what tools said of themselves; null for nowhere
   * @param listener hears what is decided about tools and lists
   */
  public Catalog(
      Settings settings,
      Backends backends,
      Report report,
      Time time,
      @Nullable Path pins,
      CatalogListener listener) {
    this.time = time;
    this.backends = backends;
    patience = settings.listing().lists().patience();
    this.report = report;
    collisions = new Collisions(report);
    this.listener = listener;
    var news = new PinNews(listener, report, () -> news(ListKind.TOOLS));
    screen = ToolScreen.of(settings, pins, news, report, time);
    globs = new UnmatchedGlobs(settings, report);
    roster = Roster.of(List.of(), settings.mcp().prefix());
  }

  private CatalogMember member(Settings settings, ServerSettings server) {
    var name = server.name();
    var backend = backends.of(settings, server, result -> listed(name, result));
    return new CatalogMember(server, backend, this, time);
  }

  /** The only server is its clients' alone: nobody else asks it anything. */
  private void watch(List<CatalogMember> members) {
    if (passedThrough(roster) == null) {
      members.forEach(member -> member.watch().begin());
    }
  }

  /** {@return the server whose clients talk to it as if nobody were between; null for none} */
  private @Nullable CatalogMember passedThrough(Roster now) {
    var only = now.only();
    return only == null || screen.guards(only) ? null : only;
  }

  @Override
  public Conversation open(ClientLink client) {
    var only = passedThrough(roster);
    return only == null
        ? new CatalogConversation(this, client, 0)
        : new PassedThrough(this, client, only);
  }

  /**
   * {@return whether a client of that server can go on with it as if nobody were between: one that
   * has begun so keeps its names where other servers have come}
   */
  boolean passesThrough(CatalogMember member) {
    return roster.members().contains(member) && !screen.guards(member);
  }

  /** {@return how long the call of that request may take in all; zero is without limit} */
  public Duration timeout(Envelope request) {
    var now = roster;
    var only = passedThrough(now);
    if (only != null) {
      return only.backend().timeout(request);
    }
    var target = request.method().equals("tools/call") ? target(now, request) : null;
    return target == null
        ? Duration.ZERO
        : target.member().backend().timeout(renamed(target, request));
  }

  /**
   * {@return what that call goes by if it is one of a turn; null where no server has such a tool}
   *
   * @param call a {@code tools/call} that names its tool
   */
  public @Nullable TurnPolicy turnPolicy(Envelope call) {
    var now = roster;
    var only = passedThrough(now);
    if (only != null) {
      return only.backend().turnPolicy(call);
    }
    var target = target(now, call);
    return target == null ? null : target.member().backend().turnPolicy(renamed(target, call));
  }

  /**
   * Returns which arguments of the tool that is called come in headers too, null if that is not
   * known; the first call may wait for the server's list.
   *
   * @param principal who calls
   * @param call a {@code tools/call} of the modern era that names its tool
   */
  public @Nullable List<ParamHeader> paramHeaders(String principal, Envelope call)
      throws InterruptedException {
    var now = roster;
    var only = passedThrough(now);
    if (only != null) {
      return only.backend().paramHeaders(principal, call);
    }
    var target = target(now, call);
    return target == null
        ? null
        : target.member().backend().paramHeaders(principal, renamed(target, call));
  }

  private static Roster.@Nullable Target target(Roster now, Envelope call) {
    var name = call.text(Member.PARAMS_NAME);
    return name == null ? null : now.find(ListKind.TOOLS, name);
  }

  /** {@return a call in the words of the server that it is for} */
  static Envelope renamed(Roster.Target target, Envelope call) {
    return call.with(Member.PARAMS_NAME, JsonString.encode(target.name()));
  }

  /** {@return the servers in their order, for health} */
  public List<CatalogMember> members() {
    return roster.members();
  }

  /**
   * Goes by a configuration, the first or another one: servers that come are started, servers that
   * are gone, or are to be started otherwise, take no new calls and end when those that run have
   * ended, at the latest after {@code settings.http.drain_timeout}. All others go on; what has
   * changed about them holds from the next call on.
   *
   * @param servers those of {@code settings} that are served, in their order
   */
  public void replace(Settings settings, List<ServerSettings> servers) {
    var before = new LinkedHashMap<String, CatalogMember>();
    replacing.lock();
    try {
      roster.members().forEach(member -> before.put(member.name(), member));
      boolean wasAlone = passedThrough(roster) != null;
      var members = new ArrayList<CatalogMember>();
      var fresh = new ArrayList<CatalogMember>();
      var unheard = new ArrayList<CatalogMember>();
      for (var server : servers) {
        var known = before.get(server.name());
        if (known != null && known.staysWith(server)) {
          before.remove(server.name());
          known.settings(server);
          known.backend().replace(settings, server);
          members.add(known);
          if (wasAlone) {
            unheard.add(known);
          }
        } else {
          var made = member(settings, server);
          members.add(made);
          fresh.add(made);
          unheard.add(made);
        }
      }
      patience = settings.listing().lists().patience();
      screen = screen.with(settings, time);
      roster = Roster.of(members, settings.mcp().prefix());
      globs = new UnmatchedGlobs(settings, report);
      fresh.forEach(member -> member.backend().start());
      watch(unheard);
      before.values().forEach(gone -> drain(gone, settings.http().times().drainTimeout()));
    } finally {
      replacing.unlock();
    }
    before.values().forEach(this::subscribeAnew);
    sessions.forEach(PassedThrough::look);
    newsOfAll();
  }

  private void subscribeAnew(CatalogMember gone) {
    var next = successor(gone);
    if (next != null) {
      clients.forEach(client -> client.replaced(gone, next));
    }
  }

  /**
   * {@return who has taken the place of a server that is gone; null if it is not, or nobody has}
   */
  @Nullable CatalogMember successor(CatalogMember gone) {
    var now = roster.members();
    if (now.contains(gone)) {
      return null;
    }
    return now.stream().filter(one -> one.name().equals(gone.name())).findFirst().orElse(null);
  }

  private void drain(CatalogMember gone, Duration limit) {
    gone.watch().close();
    tasks.forget(gone);
    var begun = new Draining(gone, time, limit, this::drained);
    draining.add(begun);
    begun.begin();
  }

  private void drained(Draining over) {
    draining.remove(over);
    clients.forEach(client -> client.forget(over.member()));
  }

  /**
   * Ends every subscription of a client with its result, since no news will come any more; calls go
   * on.
   */
  public void endSubscriptions() {
    subscriptionsEnded = true;
    clients.forEach(CatalogConversation::endSubscriptions);
    roster.members().forEach(member -> member.backend().endSubscriptions());
  }

  boolean hasEndedSubscriptions() {
    return subscriptionsEnded;
  }

  /** Ends every server, all at once; blocks until that is done, or {@code grace} is long over. */
  public void close(Grace grace) throws InterruptedException {
    endSubscriptions();
    var all = new ArrayList<>(roster.members());
    draining.forEach(one -> all.add(one.member()));
    var closing = new ArrayList<Thread>();
    for (var member : all) {
      closing.add(
          Thread.ofPlatform()
              .name("belay-close-" + member.name())
              .daemon()
              .start(() -> member.close(grace)));
    }
    for (var one : closing) {
      one.join();
    }
  }

  /** A list has changed: all who want to know are told. */
  void news(ListKind kind) {
    screen.changed();
    var message = ListFetch.ours(Messages.notification(kind.news(), null));
    clients.forEach(client -> client.hear(message));
  }

  /** A list is there, in the words of one era, that some clients had to go without. */
  void news(ListKind kind, Era era) {
    screen.changed();
    var message = ListFetch.ours(Messages.notification(kind.news(), null));
    clients.forEach(client -> client.hear(message, era));
  }

  /** Anything may have changed. */
  void newsOfAll() {
    news(ListKind.TOOLS);
    news(ListKind.PROMPTS);
    news(ListKind.RESOURCES);
  }

  void joined(PassedThrough session) {
    sessions.add(session);
    // The other party: a replacement, which may have looked just before.
    session.look();
  }

  void left(PassedThrough session) {
    sessions.remove(session);
  }

  void joined(CatalogConversation client) {
    clients.add(client);
  }

  void left(CatalogConversation client) {
    clients.remove(client);
  }

  /** {@return what has become of {@code tools/list}, and of the tools on it} */
  public ListFigures listFigures() {
    return screen.figures(roster.members());
  }

  /** Looks whether a person has accepted what was held back: clients are told. */
  public void lookAtPins() {
    screen.lookAtPins();
  }

  /**
   * A server has listed its tools, or a page of them. Where its clients talk to it themselves,
   * nothing is held back, but changes are told all the same.
   */
  void listed(String server, byte[] result) {
    var only = passedThrough(roster);
    if (only != null && only.name().equals(server)) {
      var _ = screen.review(only, ListPage.tools(result));
    }
  }

  /** A server has listed its tools, all of them, to Belay itself. */
  void reviewed(CatalogMember member, List<Item> tools) {
    var _ = screen.review(member, tools);
  }

  /** {@return whether what that server says is held against what it said before} */
  boolean guards(CatalogMember member) {
    return screen.guards(member);
  }

  CatalogListener listener() {
    return listener;
  }

  ToolScreen screen() {
    return screen;
  }

  Roster roster() {
    return roster;
  }

  UnmatchedGlobs globs() {
    return globs;
  }

  Collisions collisions() {
    return collisions;
  }

  Tasks tasks() {
    return tasks;
  }

  Time time() {
    return time;
  }

  /** {@return how long a list waits for a server that is not there yet, as it is now} */
  Duration patience() {
    return patience;
  }
}
