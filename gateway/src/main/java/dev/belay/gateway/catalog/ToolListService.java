package dev.belay.gateway.catalog;

import dev.belay.config.ListingSettings.Compaction;
import dev.belay.config.OnChange;
import dev.belay.config.Settings;
import dev.belay.config.Start;
import dev.belay.core.time.Time;
import dev.belay.gateway.listing.ListCache;
import dev.belay.gateway.listing.ListFigures;
import dev.belay.gateway.listing.ListGate;
import dev.belay.gateway.listing.PinnedServers;
import dev.belay.gateway.listing.Pins;
import dev.belay.gateway.listing.Throttle;
import dev.belay.gateway.listing.ToolChange;
import dev.belay.gateway.listing.ToolPolicy;
import dev.belay.gateway.listing.ToolView;
import dev.belay.gateway.listing.ToolViewCache;
import dev.belay.gateway.translate.OutputSchemaTranslation;
import dev.belay.gateway.upstream.Report;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.SharedResult;
import dev.belay.mcp.era.Era;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides how clients see the servers' tools: which ones, in which form, how often they are
 * requested, and which may not be called.
 *
 * <p>Bound to one configuration; the service of the next one takes over its state. Safe for use by
 * many threads.
 */
final class ToolListService {
  /** The additional time that all servers together may take. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private static final int MOST_LISTS = 1_000;
  private static final long MOST_LIST_BYTES = 64L << 20;

  /** The size from which a list is reported (C35). */
  private static final long TELLING = 64 << 10;

  /**
   * Identifies a list.
   *
   * @param owner the identity shared by clients that get the same list of their servers
   * @param sole the only server of these clients; null for the catalog of all
   * @param cursor the cursor of the page; null for the first
   */
  record Key(
      Era era,
      String principal,
      Object owner,
      @Nullable CatalogMember sole,
      @Nullable RawJson cursor) {}

  private final Settings settings;
  private final PinnedServers pins;
  private final ToolPolicy policy;
  private final ToolViewCache views;
  private final ListGate gate;
  private final ListCache<Key, SharedResult> cache;
  private final Throttle inventory;
  private final Report report;
  private volatile int shown;

  /** The full definitions of each server's tools, until their size is reported. */
  private final Map<String, List<byte[]>> definitions = new ConcurrentHashMap<>();

  /** The pages of only servers that clients have read. */
  private final Map<String, ToolPages> pages = new ConcurrentHashMap<>();

  private final AtomicBoolean hasToldSize = new AtomicBoolean();

  private ToolListService(
      Settings settings,
      PinnedServers pins,
      ListGate gate,
      ListCache<Key, SharedResult> cache,
      Throttle inventory,
      Report report) {
    this.settings = settings;
    this.pins = pins;
    this.gate = gate;
    this.cache = cache;
    this.inventory = inventory;
    this.report = report;
    policy = new ToolPolicy(settings);
    var lists = settings.listing().lists();
    views = new ToolViewCache(new ToolView(lists.descriptionMaxChars()));
  }

  /**
   * Creates a service without state.
   *
   * @param pinDirectory the directory of pins; null for no pins
   * @param onAccepted runs when tools have been accepted, which are listed from then on
   */
  static ToolListService of(
      Settings settings,
      @Nullable Path pinDirectory,
      CatalogListener listener,
      Runnable onAccepted,
      Report report,
      Time time) {
    return new ToolListService(
        settings,
        new PinnedServers(
            pinDirectory,
            OutputSchemaTranslation::inEveryEra,
            new PinNews(listener, report, onAccepted),
            time),
        gate(settings, time),
        cache(settings, time),
        new Throttle(time, Throttle.INVENTORY, report::figures),
        report);
  }

  private static ListGate gate(Settings settings, Time time) {
    return new ListGate(settings.listing().lists().maxInFlight(), time);
  }

  private static ListCache<Key, SharedResult> cache(Settings settings, Time time) {
    var room = new ListCache.Room<SharedResult>(MOST_LISTS, MOST_LIST_BYTES, SharedResult::size);
    return new ListCache<>(
        time, settings.listing().lists().cacheTtl(), ToolListService::limit, room);
  }

  private static Duration limit(Key key) {
    return (key.sole == null ? ListFetch.LIMIT : key.sole.listLimit()).plus(MARGIN);
  }

  /** {@return the service of another configuration, with the state of this one} */
  ToolListService with(Settings changed, Time time) {
    boolean same = changed.listing().lists().equals(settings.listing().lists());
    cache.invalidateAll();
    return new ToolListService(
        changed,
        pins,
        same ? gate : gate(changed, time),
        same ? cache : cache(changed, time),
        inventory,
        report);
  }

  /** {@return whether access rules or pins decide which of the server's tools may be called} */
  boolean guards(CatalogMember member) {
    return !policy.isOpen() || onChange(member) != OnChange.ALLOW;
  }

  /**
   * Returns a result of {@code tools/list}.
   *
   * @param key null if the list is not cached
   * @param gone completes once the client no longer waits
   */
  CompletionStage<SharedResult> list(
      @Nullable Key key, ListCache.Build<SharedResult> build, CompletionStage<?> gone) {
    return gate.within(() -> key == null ? build.begin(gone) : cache.get(key, build, gone));
  }

  /** Reads a list that is not cached here, within the bound on concurrent lists. */
  <V> CompletionStage<V> within(Supplier<CompletionStage<V>> reading) {
    return gate.within(reading);
  }

  /**
   * {@return a page of an only server as that client sees it; unchanged, if possible}
   *
   * @param cursor the cursor of the page; null for the first
   */
  byte[] page(
      String principal, CatalogMember sole, Era era, byte[] result, @Nullable RawJson cursor) {
    var page = JsonObject.of(result);
    var list = page == null ? null : ListPage.of(ListKind.TOOLS, page);
    if (page == null || list == null) {
      return result;
    }
    var all = pages.computeIfAbsent(sole.name(), _ -> new ToolPages()).with(cursor, list);
    listed(all.size(), 1);
    var held = review(sole, all);
    boolean isShort = isShortened(sole);
    if (!isShort && !guards(sole)) {
      return result;
    }
    var shown = new ArrayList<byte[]>();
    for (var tool : list.items()) {
      if (isSeen(principal, sole, held, tool.key())) {
        var whole = tool.json().bytes();
        shown.add(isShort ? views.of(whole, tool.key()) : whole);
      }
    }
    boolean isPrivate = era == Era.MODERN && isPersonal();
    if (isShort || shown.size() < list.size()) {
      page.set(ListKind.TOOLS.member(), JsonArray.of(shown));
    } else if (!isPrivate) {
      return result;
    }
    if (isPrivate) {
      page.setText("cacheScope", "private");
    }
    return page.json();
  }

  private boolean isSeen(String principal, CatalogMember member, Set<String> held, String tool) {
    return !held.contains(tool) && policy.permits(principal, member.name(), tool);
  }

  /** A list has changed: cached ones are outdated. */
  void changed() {
    cache.invalidateAll();
  }

  /** {@return the figures of lists, and of the tools of these servers} */
  ListFigures figures(List<CatalogMember> members) {
    var held = new HashMap<String, ListFigures.Held>();
    for (var member : members) {
      var known = pins(member);
      if (known != null) {
        held.put(member.name(), known.held(onChange(member)));
      }
    }
    return new ListFigures(shown, cache.figures(), gate.figures(), held);
  }

  /** Checks for tools that a person has accepted. */
  void lookAtPins() {
    pins.refresh();
  }

  /** Ends this service and those whose state it took over: no pins are written from now on. */
  void close() throws InterruptedException {
    pins.close();
  }

  /**
   * {@return the form of these lists' tools for that principal}
   *
   * @param isWhole whether they stay as their servers define them in any case
   */
  MergedList.Shaping shaping(
      String principal, boolean isWhole, Map<CatalogMember, ServerLists.Fetched> fetched) {
    var held = new HashMap<CatalogMember, Set<String>>();
    fetched.forEach((member, list) -> {
      if (list instanceof ServerLists.Fetched.Items items) {
        held.put(member, review(member, items.items()));
      }
    });
    return (member, tool, name) -> {
      var kept = held.getOrDefault(member, Set.of());
      if (!isSeen(principal, member, kept, tool.key())) {
        return null;
      }
      return isWhole || !isShortened(member)
          ? tool.named(name)
          : views.of(tool.json().bytes(), name);
    };
  }

  /** {@return whether that server's tools are shortened for clients (C35)} */
  private boolean isShortened(CatalogMember member) {
    return switch (settings.listing().lists().compact()) {
      case NATIVE -> member.settings().start() instanceof Start.Native;
      case ALL -> true;
      case NONE -> false;
    };
  }

  Settings settings() {
    return settings;
  }

  /** {@return whether a list is for one principal alone, regardless of the servers} */
  boolean isPersonal() {
    return policy.isPersonal();
  }

  /** Logs the inventory, from time to time. */
  void listed(int tools, int servers) {
    shown = tools;
    inventory.say(() -> "[MCP] tools/list inventory tools=" + tools + " servers=" + servers);
  }

  /** {@return whether that principal may call the tool} */
  boolean permits(String principal, CatalogMember member, String tool) {
    return policy.permits(principal, member.name(), tool);
  }

  /** {@return why a tool is held back from all clients; null if it is not} */
  @Nullable String refusal(CatalogMember member, String tool) {
    var known = holding(member);
    return known == null ? null : known.refusal(tool, onChange(member));
  }

  /** {@return the changes that hold tools of that server back, by its own names for them} */
  Map<String, ToolChange> changes(CatalogMember member) {
    var known = holding(member);
    return known == null ? Map.of() : known.changes();
  }

  /** Accepts the definition of a tool that is held back, if it is the one of that hash. */
  Pins.Acceptance accept(CatalogMember member, String tool, String sha256) {
    var known = holding(member);
    return known == null ? Pins.Acceptance.NOT_HELD : known.accept(tool, sha256);
  }

  /** Compares tools with their pins, and returns those that are held back. */
  Set<String> review(CatalogMember member, List<ListPage.Item> list) {
    member.listed(list);
    weigh(member, list);
    var known = pins(member);
    if (known == null) {
      return Set.of();
    }
    var tools = new LinkedHashMap<String, RawJson>();
    list.forEach(item -> tools.putIfAbsent(item.key(), item.json()));
    return known.review(tools, onChange(member));
  }

  /**
   * Reports, once, the size of the lists of all servers, if it is a burden for a model's context.
   */
  private void weigh(CatalogMember member, List<ListPage.Item> list) {
    if (settings.listing().lists().compact() == Compaction.ALL || hasToldSize.get()) {
      return;
    }
    definitions.put(member.name(), list.stream().map(item -> item.json().bytes()).toList());
    var all = definitions.values().stream().flatMap(List::stream).toList();
    long bytes = all.stream().mapToLong(tool -> tool.length).sum();
    if (bytes > TELLING && hasToldSize.compareAndSet(false, true)) {
      var view = new ToolView(settings.listing().lists().descriptionMaxChars());
      long less = all.stream().mapToLong(tool -> view.of(tool, "").length).sum();
      report.say(
          "[MCP] The definitions of %d tools take %d KiB of a model's context. With"
                  .formatted(all.size(), bytes >> 10)
              + " mcp.tools_list.compact: all they would take %d KiB.".formatted(less >> 10));
      definitions.clear();
    }
  }

  private OnChange onChange(CatalogMember member) {
    return settings.onChange(member.name());
  }

  /** {@return the pins of a server whose changed tools are held back; null where none is} */
  private @Nullable Pins holding(CatalogMember member) {
    return onChange(member) == OnChange.ALLOW ? null : pins(member);
  }

  private @Nullable Pins pins(CatalogMember member) {
    return pins.of(member.name(), member.settings().start());
  }

  /**
   * Reports changes of pins: to the listener, to people, and, for an accepted tool, to clients,
   * whose list has changed.
   */
  private record PinNews(CatalogListener listener, Report report, Runnable listed)
      implements Pins.Listener {
    /** The maximum number of changes reported to people at a time; the listener receives all. */
    private static final int MOST_CHANGES = 10;

    @Override
    public void changed(List<ToolChange> changes) {
      changes.forEach(listener::changed);
      changes.stream().limit(MOST_CHANGES).forEach(change -> troubled(change.line()));
      if (changes.size() > MOST_CHANGES) {
        troubled((changes.size() - MOST_CHANGES) + " more tools have changed");
      }
    }

    @Override
    public void accepted(List<Pins.Accepted> tools) {
      tools.forEach(listener::accepted);
      listed.run();
    }

    @Override
    public void troubled(String why) {
      report.say("warning: " + why);
    }
  }
}
