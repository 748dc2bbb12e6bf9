package dev.belay.gateway.catalog;

import dev.belay.config.Compaction;
import dev.belay.config.OnChange;
import dev.belay.config.Settings;
import dev.belay.config.Start;
import dev.belay.core.time.Time;
import dev.belay.gateway.listing.HeldTools;
import dev.belay.gateway.listing.ListCache;
import dev.belay.gateway.listing.ListDesk;
import dev.belay.gateway.listing.ListFigures;
import dev.belay.gateway.listing.ListGate;
import dev.belay.gateway.listing.PinListener;
import dev.belay.gateway.listing.Pins;
import dev.belay.gateway.listing.Throttle;
import dev.belay.gateway.listing.ToolPolicy;
import dev.belay.gateway.listing.ToolShelf;
import dev.belay.gateway.listing.ToolView;
import dev.belay.gateway.translate.OutputSchema;
import dev.belay.gateway.upstream.Report;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.SharedResult;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.ClientLink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the servers' tools and clients: what of them is seen, how, how often they are
 * asked for, and which may not be called.
 *
 * <p>Goes by one configuration; the next one takes over what is known. Safe for use by many
 * threads.
 */
final class ToolScreen {
  /** How long all servers together may take; each has less. */
  private static final Duration BUILD_LIMIT = Duration.ofSeconds(90);

  private static final int MOST_LISTS = 1_000;
  private static final long MOST_LIST_BYTES = 64L << 20;

  /** Lists differ by era and by who asks. */
  private record Key(Era era, String principal) {}

  private final Settings settings;
  private final @Nullable Path pinDirectory;
  private final PinListener listener;
  private final Map<String, Pins> pins;
  private final ToolPolicy policy;
  private final ToolShelf compact;
  private final ToolShelf plain;
  private final ListDesk<Key, SharedResult> desk;
  private final Throttle inventory;
  private volatile int shown;

  private ToolScreen(
      Settings settings,
      @Nullable Path pinDirectory,
      PinListener listener,
      Map<String, Pins> pins,
      ListDesk<Key, SharedResult> desk,
      Throttle inventory) {
    this.settings = settings;
    this.pinDirectory = pinDirectory;
    this.listener = listener;
    this.pins = pins;
    this.desk = desk;
    this.inventory = inventory;
    policy = new ToolPolicy(settings);
    var lists = settings.listing().lists();
    compact = new ToolShelf(new ToolView(lists.compact(), lists.descriptionMaxChars()));
    plain = new ToolShelf(new ToolView(Compaction.FALSE, lists.descriptionMaxChars()));
  }

  /**
   * Begins with nothing known.
   *
   * @param pinDirectory where pins are kept; null for nowhere, and no pins
   */
  static ToolScreen of(
      Settings settings,
      @Nullable Path pinDirectory,
      PinListener listener,
      Report report,
      Time time) {
    return new ToolScreen(
        settings,
        pinDirectory,
        listener,
        new ConcurrentHashMap<>(),
        desk(settings, time),
        new Throttle(time, Throttle.INVENTORY, report::say));
  }

  private static ListDesk<Key, SharedResult> desk(Settings settings, Time time) {
    var lists = settings.listing().lists();
    var room = new ListCache.Room<SharedResult>(MOST_LISTS, MOST_LIST_BYTES, SharedResult::size);
    var cache = new ListCache<Key, SharedResult>(time, lists.cacheTtl(), BUILD_LIMIT, room);
    return new ListDesk<>(new ListGate(lists.maxInFlight(), time), cache);
  }

  /** {@return the screen of another configuration, with what this one knows} */
  ToolScreen with(Settings changed, Time time) {
    boolean same = changed.listing().lists().equals(settings.listing().lists());
    desk.cache().invalidateAll();
    var next = same ? desk : desk(changed, time);
    return new ToolScreen(changed, pinDirectory, listener, pins, next, inventory);
  }

  /** {@return whether that server cannot be passed through, even where it is the only one} */
  boolean guards(CatalogMember member) {
    return !policy.isOpen() || onChange(member) != OnChange.ALLOW;
  }

  /**
   * Returns the result of {@code tools/list} for that client.
   *
   * @param isSame whether it would be the same for another client of that principal
   */
  CompletionStage<SharedResult> list(
      String principal,
      Era era,
      boolean isSame,
      Supplier<? extends CompletionStage<SharedResult>> build) {
    return isSame ? desk.list(new Key(era, principal), build) : desk.uncached(build);
  }

  /** A list has changed: what is kept of it is too old. */
  void changed() {
    desk.cache().invalidateAll();
  }

  /** {@return what has become of lists, and of the tools of these servers} */
  ListFigures figures(List<CatalogMember> members) {
    var held = new HashMap<String, HeldTools>();
    for (var member : members) {
      var known = pins(member);
      if (known != null) {
        held.put(member.name(), known.held(onChange(member)));
      }
    }
    return new ListFigures(shown, desk.cache().figures(), desk.gate().figures(), held);
  }

  /** Looks whether a person has accepted what was held back. */
  void lookAtPins() {
    pins.values().forEach(Pins::refresh);
  }

  /** {@return how the tools of these lists are shown to that client} */
  Shown show(ClientLink client, Roster roster, Map<CatalogMember, Fetched> fetched) {
    var held = new LinkedHashMap<CatalogMember, Set<String>>();
    fetched.forEach((member, list) -> {
      if (list instanceof Fetched.Items items) {
        held.put(member, review(member, items.items()));
      }
    });
    boolean isWhole = roster.members().size() == 1 || client.wantsWholeLists();
    return new Shown(client.principal(), isWhole ? plain : compact, held);
  }

  /** How the tools of one list are shown to one client. */
  final class Shown {
    private final String principal;
    private final ToolShelf view;
    private final Map<CatalogMember, Set<String>> held;

    private Shown(String principal, ToolShelf view, Map<CatalogMember, Set<String>> held) {
      this.principal = principal;
      this.view = view;
      this.held = held;
    }

    /** {@return the tool as the client sees it, null where it does not} */
    byte @Nullable [] tool(CatalogMember member, Item item, String name) {
      boolean isHidden =
          held.getOrDefault(member, Set.of()).contains(item.key())
              || !policy.permits(principal, member.name(), item.key());
      return isHidden ? null : view.of(item.json().bytes(), name);
    }
  }

  /** {@return whether a list is for one principal alone, whatever the servers say} */
  boolean isPersonal() {
    return policy.isPersonal();
  }

  /** Says what there is, now and then. */
  void listed(int tools, int servers) {
    shown = tools;
    inventory.say(() -> "[MCP] tools/list inventory tools=" + tools + " servers=" + servers);
  }

  /** {@return whether there is such a tool for that client} */
  boolean permits(String principal, CatalogMember member, String tool) {
    return policy.permits(principal, member.name(), tool);
  }

  /** {@return why a tool may not be called by anybody for now; null if it may} */
  @Nullable String refusal(CatalogMember member, String tool) {
    var known = pins(member);
    return known == null ? null : known.refusal(tool, onChange(member));
  }

  /** Holds tools to what they said, and returns those that are held back. */
  Set<String> review(CatalogMember member, List<Item> list) {
    var known = pins(member);
    if (known == null) {
      return Set.of();
    }
    var tools = new LinkedHashMap<String, RawJson>();
    list.forEach(item -> tools.putIfAbsent(item.key(), item.json()));
    return known.review(tools, onChange(member));
  }

  private OnChange onChange(CatalogMember member) {
    return settings.onChange(member.name());
  }

  private @Nullable Pins pins(CatalogMember member) {
    var directory = pinDirectory;
    if (directory == null) {
      return null;
    }
    var identity =
        switch (member.settings().start()) {
          case Start.Command command -> command.program() + " " + command.args();
          case Start.Url url -> url.address();
          case Start.Native of -> of.program();
        };
    return pins.computeIfAbsent(
        member.name() + "\n" + identity,
        _ -> new Pins(directory, member.name(), identity, OutputSchema::inEveryEra, listener));
  }
}
