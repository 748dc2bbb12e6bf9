package dev.belay.gateway.turn;

import dev.belay.config.Glob;
import dev.belay.config.Settings;
import dev.belay.core.call.Caller;
import dev.belay.core.time.Time;
import dev.belay.core.turn.ToolTimeouts.Silence;
import dev.belay.core.turn.ToolUse;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.call.ToolLists;
import dev.belay.gateway.listing.ListFailed;
import dev.belay.process.tree.Grace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tools of turns: those of all servers, as any client sees them, and the native tools for turns
 * alone, which take precedence.
 *
 * <p>Safe for use by many threads.
 */
public final class TurnTools {
  private final ToolCalls servers;
  private final Supplier<Settings> settings;
  private final ToolSnapshots snapshots;
  private final OfferedNames accepted;
  private final AtomicLong names;
  private final List<OwnTools> own;

  /**
   * Creates the tools of all servers.
   *
   * @param lists supplies the definitions of the tools
   * @param settings supplies the current configuration
   * @param report receives lines for the log
   */
  public TurnTools(
      ToolCalls servers,
      ToolLists lists,
      Supplier<Settings> settings,
      Time time,
      Consumer<String> report) {
    this.servers = servers;
    this.settings = settings;
    snapshots = new ToolSnapshots(lists, () -> settings.get().listing().agentListTtl(), time);
    accepted = new OfferedNames(report);
    names = new AtomicLong();
    own = List.of();
  }

  private TurnTools(TurnTools like, List<OwnTools> own) {
    servers = like.servers;
    settings = like.settings;
    snapshots = like.snapshots;
    accepted = like.accepted;
    names = like.names;
    this.own = own;
  }

  /** {@return a copy with native tools added, which take precedence} */
  public TurnTools with(OwnTools others) {
    var all = new ArrayList<>(own);
    all.addFirst(others);
    return new TurnTools(this, List.copyOf(all));
  }

  /**
   * Returns the tools to offer to a model on behalf of that principal: complete, by the names that
   * {@link #uses} accepts, native ones first.
   *
   * @throws ListFailed if the tools of the servers are unknown; the message gives the reason
   */
  public List<OfferedTool> offered(String principal) throws ListFailed, InterruptedException {
    var offered = new ArrayList<OfferedTool>();
    own.forEach(some -> offered.addAll(some.offered()));
    for (var tool : snapshots.of(principal).tools().values()) {
      if (ownerOf(tool.offered().name()) == null && accepted.accepts(tool.offered())) {
        offered.add(tool.offered());
      }
    }
    return offered;
  }

  private @Nullable OwnTools ownerOf(String name) {
    for (var some : own) {
      if (some.names().contains(name)) {
        return some;
      }
    }
    return null;
  }

  /** {@return the calls on behalf of that caller, ready for a turn, in order} */
  public List<ToolUse> uses(Caller caller, List<AskedTool> asked) throws InterruptedException {
    var principal = caller.principal();
    var asker = new TurnAsker(principal, "turn-" + names.incrementAndGet());
    var known = known(principal);
    var now = settings.get();
    var limits = now.turns().toolTimeouts(now.mcp());
    var uses = new ArrayList<ToolUse>();
    for (var one : asked) {
      var owner = ownerOf(one.name());
      var calls = owner == null ? servers : owner.host();
      var policy = calls.policy(one.name());
      var lane =
          TurnLanes.of(
              one,
              policy == null ? null : policy.lane(),
              owner == null ? known.declared(one.name()) : owner.declared(one.name()),
              now.turns().unannotated(),
              caller.workspace());
      var silence = policy == null ? Silence.NONE : policy.silence();
      var terms = limits.of(one.name(), Glob.bare(one.name()), one.hint(), silence);
      var guess = owner == null ? guess(one.name(), known) : new Guess(one.name(), null);
      uses.add(new ToolUse(one.id(), new HostTool(calls, asker, one, lane, terms, guess)));
    }
    return uses;
  }

  private Guess guess(String name, ToolSnapshot known) {
    return new Guess(name, known.tools().containsKey(name) ? null : () -> names(known));
  }

  private List<String> names(ToolSnapshot known) {
    var all = new ArrayList<String>();
    own.forEach(some -> all.addAll(some.names()));
    all.addAll(known.tools().keySet());
    return all;
  }

  /** Without a list, calls are still made, as those of tools that declare nothing. */
  private ToolSnapshot known(String principal) throws InterruptedException {
    try {
      return snapshots.of(principal);
    } catch (ListFailed _) {
      return ToolSnapshot.NONE;
    }
  }

  /** Applies another configuration, which is in force already, from the next call on. */
  public void replace(Settings changed) {
    snapshots.forget();
    own.forEach(some -> some.replace(changed));
  }

  /** Ends the running calls of native tools. */
  public void close(Grace grace) throws InterruptedException {
    for (var some : own) {
      some.close(grace);
    }
  }

  /**
   * Filters the tools that can be offered to models: providers reject longer names and other
   * characters. Each tool left out is reported once. Safe for use by many threads.
   */
  private static final class OfferedNames {
    private static final Pattern ACCEPTED = Pattern.compile("[a-zA-Z0-9_-]{1,64}");
    private static final int MOST_TOLD = 1_000;

    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final Consumer<String> report;

    /** Reports the tools left out to {@code report}. */
    OfferedNames(Consumer<String> report) {
      this.report = report;
    }

    boolean accepts(OfferedTool tool) {
      var name = tool.name();
      if (ACCEPTED.matcher(name).matches()) {
        return true;
      }
      if (told.size() < MOST_TOLD && told.add(name)) {
        report.accept(
            "models are not told of the tool \""
                + name
                + "\": providers take names of 1 to 64 letters, digits, _ and - only; a shorter"
                + " name of its server, or mcp.prefix, may help");
      }
      return false;
    }
  }
}
