package dev.belay.gateway.catalog;

import dev.belay.config.Glob;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.core.time.Time;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.call.ToolLists;
import dev.belay.gateway.listing.ListFigures;
import dev.belay.gateway.listing.Pins;
import dev.belay.gateway.listing.UnmatchedGlobs;
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
import dev.belay.mcp.session.SessionFactory;
import dev.belay.process.tree.Grace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Many servers as one: each client uses all of them, by unique names.
 *
 * <p>It sits on relays, one before each server, and adds only names to a call: limits, cancellation
 * and answers are the relay's. One server without a prefix is a catalog of one: messages pass
 * unchanged in both directions; only its lists of tools are cached, gated and guarded as those of
 * many are (ADR 11).
 *
 * <p>Safe for use by many threads: {@code replacing} is held while the servers change.
 *
 * <p>Longer than other files: it is the one place where requests to many servers are divided and
 * their answers merged, with a method for each kind of request.
 */
public final class Catalog implements SessionFactory, ToolCalls, ToolLists {
  /** How long a call waits for a list; a later one is still recorded. */
  private static final Duration LOOK_LIMIT = Duration.ofSeconds(5);

  private final Time time;
  private volatile Duration patience;
  private final Backends backends;
  private final MergedList.Collisions collisions;

  /** The clients that are notified of changes, by a session or a subscription. */
  private final Set<CatalogConversation> clients = ConcurrentHashMap.newKeySet();

  private final Set<CatalogMember.Draining> draining = ConcurrentHashMap.newKeySet();
  private final ReentrantLock replacing = new ReentrantLock();
  private volatile ToolListService toolLists;
  private final Report report;
  private final CatalogListener listener;
  private volatile CatalogSnapshot snapshot;
  private volatile UnmatchedGlobs globs;
  private volatile boolean subscriptionsEnded;

  /** Creates the backends of servers. */
  @FunctionalInterface
  public interface Backends {
    /**
     * Creates the backend of one server, with nothing started.
     *
     * @param onToolsChanged runs when the server's tools have changed since they were listed
     */
    Backend of(Settings settings, ServerSettings server, Runnable onToolsChanged);
  }

  /**
   * Creates a catalog without servers, which {@link #replace} adds: they send messages as soon as
   * they are started, and need the whole catalog by then.
   *
   * @param pins the directory of pins; null for none
   * @param listener receives decisions about tools and lists
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
    collisions = new MergedList.Collisions(report);
    this.listener = listener;
    toolLists =
        ToolListService.of(settings, pins, listener, () -> news(ListKind.TOOLS), report, time);
    globs = new UnmatchedGlobs(report::say);
    snapshot = CatalogSnapshot.of(List.of(), settings.mcp().prefix());
  }

  private CatalogMember member(Settings settings, ServerSettings server) {
    var backend = backends.of(settings, server, () -> toolLists.changed());
    return new CatalogMember(server, backend, this, time);
  }

  /**
   * {@return whether Belay requests the lists of servers itself: of an only server, just to guard
   * it}
   */
  boolean watches() {
    var only = snapshot.only();
    return only == null || toolLists.guards(only);
  }

  @Override
  public Conversation open(ClientLink client) {
    return new CatalogConversation(this, client, snapshot.only());
  }

  @Override
  public CompletionStage<List<byte[]>> tools(ClientLink link) {
    var client = new CatalogConversation(this, link, snapshot.only());
    return toolLists
        .within(() -> MergedList.read(client, ListKind.TOOLS, Era.MODERN, /* isWhole= */ true))
        .thenApply(list -> List.copyOf(list.items().values()))
        .whenComplete((_, _) -> client.close());
  }

  @Override
  public @Nullable CallPolicy policy(String tool) {
    var target = target(tool);
    return target == null ? null : target.member().backend().policy(target.name());
  }

  /**
   * {@return the servers, the policies of each, and what each has, by which the server of a name is
   * found}
   */
  @Override
  public Object policies() {
    var now = snapshot;
    var all = new ArrayList<Object>(2 * now.members().size() + 1);
    all.add(now);
    for (var member : now.members()) {
      all.add(member.backend().policies());
      all.add(member.inventory());
    }
    return all;
  }

  /**
   * {@return what clients call a tool of that server; null where there is no such server, or names
   * do not tell whose a tool is}
   */
  public @Nullable String named(String server, String tool) {
    var now = snapshot;
    for (var member : now.members()) {
      if (member.name().equals(server)) {
        return member == now.only() || !now.prefixes().isEmpty() ? now.visible(member, tool) : null;
      }
    }
    return null;
  }

  @Override
  public void start(ToolCall call) {
    var only = snapshot.only();
    if (only != null && !guards(only)) {
      only.backend().start(call);
      return;
    }
    var names = NameLookup.of(this, only, call.client().principal());
    Supplier<CatalogSnapshot.@Nullable Target> look = () -> names.find(ListKind.TOOLS, call.tool());
    var target = look.get();
    if (target != null) {
      start(target, call);
      return;
    }
    var client = new CatalogConversation(this, call.client(), only);
    boolean isNeeded = names.needsLists(ListKind.TOOLS, call.tool());
    names.find(
        List.of(ListKind.TOOLS),
        isNeeded,
        Era.MODERN,
        client::list,
        look,
        found -> {
          client.close();
          if (found == null) {
            call.refuse(names.whyNot(ListKind.TOOLS, call.tool()));
          } else {
            start(found, call);
          }
        },
        why -> {
          client.close();
          call.refuse(why);
        });
  }

  private static void start(CatalogSnapshot.Target target, ToolCall call) {
    target.member().backend().start(call.named(target.name()));
  }

  /**
   * Returns the arguments of the called tool that are sent in headers too; null if unknown. The
   * first call may wait for the server's list.
   *
   * @param principal the caller
   * @param call a {@code tools/call} of the modern era that names its tool
   */
  public @Nullable List<ParamHeader> paramHeaders(String principal, Envelope call)
      throws InterruptedException {
    var name = call.text(Member.PARAMS_NAME);
    var target = name == null ? null : target(name);
    if (target == null) {
      return null;
    }
    var own = target.own();
    var backend = own.member().backend();
    if (!backend.tools().isWhole() && backend.tools().of(own.name()) == null) {
      look(own.member(), principal, call);
    }
    var tool = backend.tools().of(own.name());
    return tool == null ? null : tool.headers();
  }

  /** Reads the list of a server's tools on behalf of the call, and waits for it a while. */
  private void look(CatalogMember member, String principal, Envelope call)
      throws InterruptedException {
    var client = new CatalogConversation(this, new Looking(principal), snapshot.only());
    client.met(call);
    var list =
        client
            .list(member, ListKind.TOOLS, Era.MODERN)
            .thenCompose(got ->
                got instanceof ServerLists.Fetched.Late(var late)
                    ? late
                    : CompletableFuture.completedFuture(got))
            .whenComplete((_, _) -> client.close());
    time.await(list, LOOK_LIMIT);
  }

  /** The client of a list that is read on behalf of a call. */
  private record Looking(String principal) implements ClientLink {
    @Override
    public String id() {
      return "belay/look";
    }

    @Override
    public boolean tell(byte[] message) {
      return false;
    }
  }

  /** {@return the target of a call; of an only server, also a tool that is not listed yet} */
  private CatalogSnapshot.@Nullable Target target(String name) {
    var now = snapshot;
    var only = now.only();
    return only == null ? now.find(ListKind.TOOLS, name) : new CatalogSnapshot.Target(only, name);
  }

  /** {@return a call with its server's own name of the tool} */
  static Envelope renamed(CatalogSnapshot.Target target, Envelope call) {
    return target.name().equals(call.text(Member.PARAMS_NAME))
        ? call
        : call.with(Member.PARAMS_NAME, JsonString.encode(target.name()));
  }

  /** {@return the servers, in the order of the configuration, for health} */
  public List<CatalogMember> members() {
    return snapshot.members();
  }

  /**
   * Applies a configuration, the first or another one: new servers are started; servers that are
   * gone, or are to be started otherwise, take no new calls and end after their running calls, at
   * the latest after {@code settings.http.drain_timeout}. All others go on; changes to them apply
   * from the next call on.
   *
   * @param servers the servers in {@code settings} that are served, in their order
   */
  public void replace(Settings settings, List<ServerSettings> servers) {
    var before = new LinkedHashMap<String, CatalogMember>();
    replacing.lock();
    try {
      snapshot.members().forEach(member -> before.put(member.name(), member));
      boolean wereWatched = watches();
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
          if (!wereWatched) {
            unheard.add(known);
          }
        } else {
          var made = member(settings, server);
          var drainedBy = known == null ? null : known.backend().figures().drainedBy();
          if (drainedBy != null) {
            // A person has decided on the server, however it is started.
            var _ = made.backend().drain(drainedBy);
          }
          members.add(made);
          fresh.add(made);
          unheard.add(made);
        }
      }
      patience = settings.listing().lists().patience();
      toolLists = toolLists.with(settings, time);
      snapshot = CatalogSnapshot.of(members, settings.mcp().prefix());
      globs = new UnmatchedGlobs(report::say);
      fresh.forEach(member -> member.backend().start());
      if (watches()) {
        unheard.forEach(member -> member.refresher().begin());
      }
      before.values().forEach(gone -> drain(gone, settings.http().times().drainTimeout()));
    } finally {
      replacing.unlock();
    }
    before.values().forEach(this::subscribeAnew);
    newsOfAll();
  }

  private void subscribeAnew(CatalogMember gone) {
    var next = successor(gone);
    if (next != null) {
      clients.forEach(client -> client.replaced(gone, next));
    }
  }

  /** {@return the server that has replaced {@code gone}; null if there is none} */
  @Nullable CatalogMember successor(CatalogMember gone) {
    var now = snapshot.members();
    if (now.contains(gone)) {
      return null;
    }
    return now.stream().filter(one -> one.name().equals(gone.name())).findFirst().orElse(null);
  }

  private void drain(CatalogMember gone, Duration limit) {
    gone.refresher().close();
    var begun = new CatalogMember.Draining(gone, time, limit, this::drained);
    draining.add(begun);
    begun.begin();
  }

  private void drained(CatalogMember.Draining over) {
    draining.remove(over);
    clients.forEach(client -> client.forget(over.member()));
  }

  /**
   * Ends every client's subscription with its result, since no notifications will follow; calls go
   * on.
   */
  public void endSubscriptions() {
    subscriptionsEnded = true;
    clients.forEach(CatalogConversation::endSubscriptions);
    snapshot.members().forEach(member -> member.backend().endSubscriptions());
  }

  boolean hasEndedSubscriptions() {
    return subscriptionsEnded;
  }

  /** Ends every server, all at once; blocks until that is done, or {@code grace} is long over. */
  public void close(Grace grace) throws InterruptedException {
    endSubscriptions();
    var all = new ArrayList<>(snapshot.members());
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
    toolLists.close();
  }

  /** A list has changed, on Belay's side: notifies every client that expects it. */
  void news(ListKind kind) {
    toolLists.changed();
    var message = Envelope.parseOwn(Messages.notification(kind.news(), null));
    clients.forEach(client -> client.hear(message));
  }

  /**
   * A list of one server has changed, or has arrived late: notifies the clients that the server
   * itself does not notify.
   *
   * @param eras the eras of the clients concerned
   */
  void newsOfServer(ListKind kind, Set<Era> eras) {
    toolLists.changed();
    var message = Envelope.parseOwn(Messages.notification(kind.news(), null));
    for (var client : clients) {
      if (client.sole() == null) {
        eras.forEach(era -> client.hear(message, era));
      }
    }
  }

  /** Anything may have changed. */
  void newsOfAll() {
    news(ListKind.TOOLS);
    news(ListKind.PROMPTS);
    news(ListKind.RESOURCES);
  }

  void joined(CatalogConversation client) {
    clients.add(client);
  }

  void left(CatalogConversation client) {
    clients.remove(client);
  }

  /** {@return the figures of {@code tools/list}, and of the tools on it} */
  public ListFigures listFigures() {
    return toolLists.figures(snapshot.members());
  }

  /** {@return the tools of that server, as it has listed them last, and those held back} */
  public List<KnownTool> toolsOf(CatalogMember member) {
    var now = snapshot;
    var changes = new LinkedHashMap<>(toolLists.changes(member));
    var tools = new ArrayList<KnownTool>();
    for (var item : member.tools()) {
      var name = item.key();
      tools.add(new KnownTool(name, now.visible(member, name), item.json(), changes.remove(name)));
    }
    // Those of an earlier run, before the first list of this one.
    changes.forEach(
        (name, change) -> tools.add(new KnownTool(name, now.visible(member, name), null, change)));
    return tools;
  }

  /**
   * Accepts the definition of a tool that is held back, as a person wants.
   *
   * @param tool its server's own name for it
   * @param sha256 the hash of the definition that they have seen
   */
  public Pins.Acceptance accept(CatalogMember member, String tool, String sha256) {
    return toolLists.accept(member, tool, sha256);
  }

  /** Checks for tools that a person has accepted, and notifies clients of them. */
  public void lookAtPins() {
    toolLists.lookAtPins();
  }

  /** A server has listed all its tools to Belay itself. */
  void reviewed(CatalogMember member, List<ListPage.Item> tools) {
    var _ = toolLists.review(member, tools);
  }

  /** {@return whether access rules or pins apply to the tools of that server} */
  boolean guards(CatalogMember member) {
    return toolLists.guards(member);
  }

  CatalogListener listener() {
    return listener;
  }

  ToolListService toolLists() {
    return toolLists;
  }

  CatalogSnapshot snapshot() {
    return snapshot;
  }

  /** Checks for globs that match no tool, once every server has listed its own. */
  void lookAtGlobs(Map<CatalogMember, ServerLists.Fetched> tools) {
    globs.look(
        toolLists.settings(),
        () -> {
          var names = new ArrayList<String>();
          for (var entry : tools.entrySet()) {
            if (!(entry.getValue() instanceof ServerLists.Fetched.Items list)) {
              return null;
            }
            var server = entry.getKey().name() + Glob.SEPARATOR;
            list.items().forEach(item -> names.add(server + item.key()));
          }
          return names;
        });
  }

  MergedList.Collisions collisions() {
    return collisions;
  }

  Time time() {
    return time;
  }

  /** {@return how long a list waits for a server that has not answered yet, as configured now} */
  Duration patience() {
    return patience;
  }
}
