package dev.belay.config;

import dev.belay.config.Loaded.Finding;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.turn.ToolTimeouts.Silence;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The effective configuration: all sources merged, every value with its origin (S0-34).
 *
 * @param mcp what holds where nothing else is said
 * @param http where and for whom Belay listens
 * @param auth how clients prove who they are
 * @param observability what Belay tells of itself
 * @param listing what clients get to see of tools
 * @param turns how turns run
 * @param jobs when calls become jobs, and how jobs are kept
 * @param agents who can be talked to
 * @param servers upstreams by name, in the order of the files
 * @param tools settings by glob, the most specific first
 * @param origins where each value was set
 */
public record Settings(
    McpSettings mcp,
    HttpSettings http,
    AuthSettings auth,
    ObservabilitySettings observability,
    ListingSettings listing,
    TurnSettings turns,
    JobSettings jobs,
    AgentsSettings agents,
    Map<String, ServerSettings> servers,
    List<ToolSettings> tools,
    Origins origins) {

  public Settings {
    servers = Collections.unmodifiableMap(new LinkedHashMap<>(servers));
    tools = List.copyOf(tools);
  }

  /** {@return the settings of a user who sets nothing} */
  public static Settings defaults() {
    var sources = new Sources(Path.of(""), null, List.of(), Map.of(), List.of(), null);
    return new Draft(sources, new Findings()).settled();
  }

  /** {@return these settings with one more server behind the others} */
  public Settings with(ServerSettings server) {
    var all = new LinkedHashMap<>(servers);
    all.put(server.name(), server);
    return new Settings(
        mcp, http, auth, observability, listing, turns, jobs, agents, all, tools, origins);
  }

  /**
   * {@return the limits of a tool's calls: one of the command line wins, then the most specific
   * glob, key by key, then the server, then {@code mcp}; clamped after that}
   */
  public EffectiveLimits limits(String server, String tool) {
    return new LimitMerge(this).limits(servers.get(server), matching(server, tool));
  }

  /**
   * {@return the same for a tool of this program, whose author may say something too: that counts
   * more than the server, and less than the globs}
   */
  public EffectiveLimits limits(String server, String tool, DeclaredLimits declared) {
    return new LimitMerge(this, declared).limits(servers.get(server), matching(server, tool));
  }

  private List<ToolSettings> matching(String server, String tool) {
    return tools.stream().filter(rule -> rule.glob().names(server, tool)).toList();
  }

  /**
   * {@return how long a tool's calls in a turn may be silent, where the tool or a glob says so}
   *
   * @param declared the longest silence that the tool's author declares; null for none
   */
  public Silence silence(String server, String tool, @Nullable Duration declared) {
    Duration idle = null;
    for (var rule : matching(server, tool)) {
      idle = first(idle, rule.idleTimeout());
    }
    return new Silence(idle, declared);
  }

  /** {@return what config says about the lane of a tool's calls, key by key as with limits} */
  public Lane lane(String server, String tool) {
    Concurrency concurrency = null;
    Scope scope = null;
    String key = null;
    for (var rule : tools) {
      if (rule.glob().names(server, tool)) {
        concurrency = first(concurrency, rule.concurrency());
        scope = first(scope, rule.scope());
        key = first(key, rule.laneKey());
      }
    }
    return new Lane(concurrency, scope == null ? Scope.TURN : scope, key);
  }

  /**
   * {@return whether calls of a tool may be spared, or made again, key by key as with limits; null
   * where no glob says anything of that}
   */
  public @Nullable Repeats repeats(String server, String tool) {
    var said = repeatsSaid(server, tool);
    return said.isEmpty() ? null : Repeats.of(said);
  }

  /** {@return what globs say of that, key by key: the author of a Java tool says the rest} */
  public RepeatSettings repeatsSaid(String server, String tool) {
    var said = RepeatSettings.NONE;
    for (var rule : tools) {
      if (rule.glob().names(server, tool)) {
        said = said.or(rule.repeats());
      }
    }
    return said;
  }

  /** {@return whether calls of a tool become jobs: what the most specific glob says} */
  public JobSettings.Mode job(String server, String tool) {
    for (var rule : tools) {
      if (rule.job() != null && rule.glob().names(server, tool)) {
        return rule.job();
      }
    }
    return JobSettings.Mode.AUTO;
  }

  /** {@return how long a call of a tool is expected to take; null where no glob says} */
  public @Nullable Duration estimate(String server, String tool) {
    for (var rule : tools) {
      if (rule.estimate() != null && rule.glob().names(server, tool)) {
        return rule.estimate();
      }
    }
    return null;
  }

  /** {@return whether any call could become a job} */
  public boolean mayHaveJobs() {
    boolean isHandedOff =
        !jobs.handoffAfter().isZero() || !jobs.handoffAfterWithProgress().isZero();
    return isHandedOff || tools.stream().anyMatch(rule -> rule.job() == JobSettings.Mode.ALWAYS);
  }

  /** {@return the keys whose values in {@code changed} are others, and hold from a next start} */
  public List<String> fromNextStart(Settings changed) {
    return origins.values().changes(changed.origins.values(), Setting.Reload.NEXT_START);
  }

  /** {@return whether any tool may be called only so often} */
  public boolean hasRates() {
    for (var rule : tools) {
      if (rule.rate() != null) {
        return true;
      }
    }
    return false;
  }

  /** {@return how often one principal may call a tool: what the most specific glob says} */
  public Rate rate(String server, String tool) {
    for (var rule : tools) {
      if (rule.rate() != null && rule.glob().names(server, tool)) {
        return rule.rate();
      }
    }
    return Rate.NONE;
  }

  /** {@return what becomes of a server's tools that change} */
  public OnChange onChange(String server) {
    var settings = servers.get(server);
    var own = settings == null ? null : settings.onChange();
    return own == null ? listing.onChange() : own;
  }

  private static <T> @Nullable T first(@Nullable T one, @Nullable T other) {
    return one == null ? other : one;
  }

  /**
   * {@return a warning for each glob that names none of the tools}
   *
   * @param toolNames as clients see them, bare or as {@code server__tool}
   */
  public List<Finding> unmatchedGlobs(Collection<String> toolNames) {
    return tools.stream()
        .filter(rule -> toolNames.stream().noneMatch(name -> rule.glob().namesSeen(name)))
        .map(rule -> ToolSettings.path(rule.glob().pattern()))
        .map(path -> new Finding(origins.of(path), path, "matches no tool"))
        .toList();
  }

  /** {@return every effective value with its origin, also those of each server and glob (C6)} */
  public List<Row> explain() {
    return new Explanation(this).rows();
  }

  /**
   * One effective value and its origin, for {@code belay config show}.
   *
   * @param key path of the key
   * @param value as a user would write it; the value of an environment variable is hidden
   * @param origin such as {@code belay.yaml:3}, {@code --timeout}, {@code BELAY_MCP_TIMEOUT} or
   *     {@code default}
   */
  public record Row(String key, String value, String origin) {}

  /**
   * A key for the help of a command.
   *
   * @param path such as {@code http.port}
   * @param label what stands for its value, such as {@code SIZE}
   * @param about what it is for, with its default
   */
  public record Key(String path, String label, String about) {
    private static final int MIB = 1 << 20;

    /** {@return every key of a section that has values alone, in the order of the page of keys} */
    static List<Key> all(Section section) {
      return section.members().stream()
          .filter(member -> member instanceof Setting<?>)
          .map(member -> of(section.name(), (Setting<?>) member))
          .toList();
    }

    private static Key of(String section, Setting<?> setting) {
      var preset =
          setting.preset() instanceof Integer size && size % MIB == 0 && size > 0
              ? size / MIB + " MiB"
              : setting.shownDefault();
      return new Key(
          section + "." + setting.name(),
          setting.codec().label(),
          setting.doc().replace("`", "") + (preset.equals("[]") ? "" : " (" + preset + ")"));
    }
  }
}
