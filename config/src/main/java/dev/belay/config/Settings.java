package dev.belay.config;

import dev.belay.config.Loaded.Finding;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.turn.ToolTimeouts.Silence;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The effective configuration: all sources merged, every value with its origin (S0-34).
 *
 * @param mcp defaults for calls and upstreams
 * @param http the HTTP server
 * @param auth the authentication of clients
 * @param observability logs, figures and the audit log
 * @param listing how tools are presented to clients and turns
 * @param turns the settings of turns
 * @param jobs when calls become jobs, and how jobs are kept
 * @param approval how calls wait for people's decisions
 * @param agents the agents and models
 * @param servers upstreams by name, in the order of the files
 * @param tools settings by glob, the most specific first
 * @param origins the origins of all values
 */
public record Settings(
    McpSettings mcp,
    HttpSettings http,
    AuthSettings auth,
    ObservabilitySettings observability,
    ListingSettings listing,
    TurnSettings turns,
    JobSettings jobs,
    ApprovalSettings approval,
    AgentsSettings agents,
    Map<String, ServerSettings> servers,
    List<ToolSettings> tools,
    Origins origins) {

  public Settings {
    servers = Collections.unmodifiableMap(new LinkedHashMap<>(servers));
    tools = List.copyOf(tools);
  }

  /** {@return the default settings} */
  public static Settings defaults() {
    var sources = new Sources(Path.of(""), null, List.of(), Map.of(), List.of(), null);
    return new ConfigBuilder(sources, new Findings()).settled();
  }

  /** {@return these settings with one more server after the others} */
  public Settings with(ServerSettings server) {
    var all = new LinkedHashMap<>(servers);
    all.put(server.name(), server);
    return new Settings(
        mcp,
        http,
        auth,
        observability,
        listing,
        turns,
        jobs,
        approval,
        agents,
        all,
        tools,
        origins);
  }

  /**
   * {@return the limits of a tool's calls: those of the command line win, then the most specific
   * glob, key by key, then the server, then {@code mcp}; clamped after that}
   */
  public EffectiveLimits limits(String server, String tool) {
    return new LimitMerge(this).limits(servers.get(server), matching(server, tool));
  }

  /**
   * {@return the limits of a tool of this program, whose author may declare some: a declaration
   * takes precedence over the server, and gives way to globs}
   */
  public EffectiveLimits limits(String server, String tool, DeclaredLimits declared) {
    return new LimitMerge(this, declared).limits(servers.get(server), matching(server, tool));
  }

  private List<ToolSettings> matching(String server, String tool) {
    return tools.stream().filter(rule -> rule.glob().names(server, tool)).toList();
  }

  /**
   * {@return the idle limit of a tool's calls in a turn, as set by globs or the tool}
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

  /** {@return the configured lane of a tool's calls, merged key by key like limits} */
  public LaneSettings lane(String server, String tool) {
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
    return new LaneSettings(concurrency, scope == null ? Scope.TURN : scope, key);
  }

  /**
   * {@return the caching and retries of a tool's calls, merged key by key like limits; null if no
   * glob sets any}
   */
  public @Nullable Repeats repeats(String server, String tool) {
    var said = repeatsSaid(server, tool);
    return said.isEmpty() ? null : Repeats.of(said);
  }

  /**
   * {@return the caching and retries set by globs, key by key: the author of a Java tool supplies
   * the rest}
   */
  public RepeatSettings repeatsSaid(String server, String tool) {
    var said = RepeatSettings.NONE;
    for (var rule : tools) {
      if (rule.glob().names(server, tool)) {
        said = said.or(rule.repeats());
      }
    }
    return said;
  }

  /** {@return whether calls of a tool become jobs, by the most specific glob that sets it} */
  public JobSettings.Mode job(String server, String tool) {
    return job(server, tool, JobSettings.Mode.AUTO);
  }

  /** {@return the same for a tool of this program, whose author declares {@code otherwise}} */
  public JobSettings.Mode job(String server, String tool, JobSettings.Mode otherwise) {
    for (var rule : tools) {
      if (rule.job() != null && rule.glob().names(server, tool)) {
        return rule.job();
      }
    }
    return otherwise;
  }

  /**
   * {@return whether people decide on calls of a tool; null if no glob sets it}
   *
   * <p>The most specific glob of tools that names the client decides, and of its globs of clients
   * the most specific one.
   */
  public ApprovalSettings.@Nullable OfTool approval(String server, String tool) {
    return approval(matching(server, tool));
  }

  /** {@return the same of a tool by the name that clients see, or its own} */
  ApprovalSettings.@Nullable OfTool approval(String name) {
    return approval(tools.stream().filter(rule -> rule.glob().namesSeen(name)).toList());
  }

  private static ApprovalSettings.@Nullable OfTool approval(List<ToolSettings> matching) {
    int people = approvers(matching);
    var cases = new ArrayList<ApprovalSettings.ForClients>();
    for (var rule : matching) {
      cases.addAll(rule.approvals(people));
      if (rule.approval().mode() != null) {
        break;
      }
    }
    return cases.isEmpty() ? null : new ApprovalSettings.OfTool(cases);
  }

  /** {@return how many people must allow a call, by the first of these globs that says it} */
  static int approvers(List<ToolSettings> matching) {
    for (var rule : matching) {
      var said = rule.approval().approvers();
      if (said != null) {
        return said;
      }
    }
    return 1;
  }

  /**
   * {@return what approvals amount to, in the order of their precedence: the first row that names
   * the tool and the client decides}
   *
   * @param tool the tool that they are about, by the name that clients see or its own; null for all
   */
  public List<ApprovalRow> explainApprovals(@Nullable String tool) {
    return new ApprovalRows(this).rows(tool);
  }

  /**
   * What becomes of the calls of some tools by some clients, for {@code belay config approvals}.
   *
   * @param tools a glob of tools, or a key that holds where no glob decides
   * @param clients a glob of clients' names, or {@code any}
   * @param calls such as {@code wait for one person: it changes files}
   * @param origin where that is set
   */
  public record ApprovalRow(String tools, String clients, String calls, String origin) {}

  /** {@return the expected duration of a call of a tool; null if no glob sets it} */
  public @Nullable Duration estimate(String server, String tool) {
    for (var rule : tools) {
      if (rule.estimate() != null && rule.glob().names(server, tool)) {
        return rule.estimate();
      }
    }
    return null;
  }

  /** {@return what becomes of a call that repeats a job of a tool} */
  public JobSettings.Join join(String server, String tool) {
    for (var rule : tools) {
      if (rule.join() != null && rule.glob().names(server, tool)) {
        return rule.join();
      }
    }
    return jobs.join();
  }

  /** {@return what becomes of a job of a tool whose program was killed} */
  public JobSettings.OnRestart onRestart(String server, String tool) {
    for (var rule : tools) {
      if (rule.onRestart() != null && rule.glob().names(server, tool)) {
        return rule.onRestart();
      }
    }
    return JobSettings.OnRestart.FAIL;
  }

  /** {@return whether jobs of any tool run again} */
  public boolean mayRestartJobs() {
    return tools.stream().anyMatch(rule -> rule.onRestart() == JobSettings.OnRestart.RETRY);
  }

  /** {@return whether any call can become a job} */
  public boolean mayHaveJobs() {
    boolean isHandedOff =
        !jobs.handoffAfter().isZero() || !jobs.handoffAfterWithProgress().isZero();
    return isHandedOff || tools.stream().anyMatch(rule -> isAtOnce(rule.job()));
  }

  private static boolean isAtOnce(JobSettings.@Nullable Mode mode) {
    return mode == JobSettings.Mode.ALWAYS || mode == JobSettings.Mode.TASK;
  }

  /** {@return the keys whose values differ in {@code changed} and take effect at the next start} */
  public List<String> fromNextStart(Settings changed) {
    return origins.values().changes(changed.origins.values(), Setting.Reload.NEXT_START);
  }

  /** {@return whether any tool has a rate limit} */
  public boolean hasRates() {
    for (var rule : tools) {
      if (rule.rate() != null) {
        return true;
      }
    }
    return false;
  }

  /** {@return the rate limit of a tool's calls by one principal, from the most specific glob} */
  public Rate rate(String server, String tool) {
    for (var rule : tools) {
      if (rule.rate() != null && rule.glob().names(server, tool)) {
        return rule.rate();
      }
    }
    return Rate.NONE;
  }

  /** {@return the treatment of a server's changed tools} */
  public OnChange onChange(String server) {
    var settings = servers.get(server);
    var own = settings == null ? null : settings.onChange();
    return own == null ? listing.onChange() : own;
  }

  private static <T> @Nullable T first(@Nullable T one, @Nullable T other) {
    return one == null ? other : one;
  }

  /**
   * {@return a warning for each glob that matches no tool}
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

  /**
   * {@return every effective value with its origin, including those of each server and glob (C6)}
   */
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
   * @param label the placeholder of its value, such as {@code SIZE}
   * @param about its description, with the default
   */
  public record Key(String path, String label, String about) {
    private static final int MIB = 1 << 20;

    /** {@return every key of a section of plain values, in the order of the page of keys} */
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
