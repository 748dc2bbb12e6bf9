package dev.belay.cli.server;

import dev.belay.cli.log.ReadyWatch.Availability;
import dev.belay.cli.log.ReadyWatch.ServerState;
import dev.belay.config.Start;
import dev.belay.core.time.Time;
import dev.belay.gateway.catalog.Catalog;
import dev.belay.gateway.catalog.CatalogMember;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.mcp.session.ClientLink;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * How the servers of a catalog are doing, for {@code belay serve} to say. The catalog does not read
 * the list of an only server by itself, so that is read here; where a URL cannot be reached, again
 * and again.
 *
 * <p>For one thread at a time.
 */
final class ServerStates implements Supplier<List<ServerState>> {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  private final Catalog catalog;
  private final Time time;
  private final Map<String, Lists> lists = new HashMap<>();
  private Duration pause = FIRST_PAUSE;
  private long nextRead;

  /** The sizes of one server's lists, which are summed once. */
  private record Lists(ToolIndex index, int tools, long bytes) {
    static Lists of(ToolIndex index) {
      var known = index.known();
      boolean isUnread = known.isEmpty() && !index.isWhole();
      return new Lists(
          index,
          isUnread ? -1 : known.size(),
          known.values().stream().mapToLong(ToolIndex.Tool::bytes).sum());
    }
  }

  ServerStates(Catalog catalog, Time time) {
    this.catalog = catalog;
    this.time = time;
    nextRead = time.nanos();
  }

  @Override
  public List<ServerState> get() {
    var members = catalog.members();
    lists.keySet().retainAll(members.stream().map(CatalogMember::name).toList());
    var states = members.stream().map(this::state).toList();
    if (members.size() == 1) {
      readList(members.getFirst(), states.getFirst());
    }
    return states;
  }

  private ServerState state(CatalogMember member) {
    var backend = member.backend();
    var figures = backend.figures();
    var availability =
        switch (figures.state()) {
          case "up" -> Availability.UP;
          case "down" -> Availability.DOWN;
          default -> Availability.STARTING;
        };
    if (!backend.isShared() && availability != Availability.DOWN) {
      availability = Availability.PER_CLIENT;
    }
    var trouble = backend.trouble();
    var index = backend.tools();
    var known =
        lists.compute(
            member.name(),
            (_, before) -> before == null || before.index() != index ? Lists.of(index) : before);
    return new ServerState(
        member.name(),
        availability,
        availability != Availability.DOWN ? null : trouble == null ? figures.detail() : trouble,
        known.tools(),
        known.bytes(),
        figures.restarts());
  }

  private void readList(CatalogMember only, ServerState state) {
    boolean mayRead = only.backend().isShared() || only.settings().start() instanceof Start.Url;
    if (state.tools() >= 0 || !mayRead || time.nanos() - nextRead < 0) {
      return;
    }
    nextRead = time.nanos() + pause.toNanos();
    var longer = pause.multipliedBy(2);
    pause = longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer;
    if (state.availability() == Availability.DOWN
        && only.settings().start() instanceof Start.Command) {
      // A command that has failed is started again by those who need it.
      return;
    }
    // A request may start something, which takes a while.
    Thread.ofVirtual()
        .name("belay-first-list")
        .start(() -> {
          var _ = catalog.tools(new Reading()).exceptionally(_ -> List.of());
        });
  }

  /** The client of a list that is read to be counted. */
  private record Reading() implements ClientLink {
    @Override
    public String id() {
      return "belay/first-list";
    }

    @Override
    public String principal() {
      return "belay";
    }

    @Override
    public boolean tell(byte[] message) {
      return false;
    }
  }
}
