package dev.belay.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the tools that match a glob: {@code tools."<glob>"}.
 *
 * @param glob matched against the name that clients see and {@code server__tool}
 * @param timeout total limit of a call; zero is none, null is inherited
 * @param idleTimeout longest silence of a call; zero is none, null is inherited
 * @param concurrency the concurrency of calls; null is inherited, in the end from the tool itself
 * @param scope the scope of {@link Concurrency#EXCLUSIVE}; null is inherited
 * @param laneKey the argument that names the resource of a call; null is inherited
 * @param rate the rate limit of each such tool for one principal; null is inherited, in the end no
 *     limit
 * @param job whether calls become jobs; null is inherited, in the end {@link JobSettings.Mode#AUTO}
 * @param estimate expected duration of a call; null is inherited, in the end from the tool itself
 * @param join what becomes of a call that repeats a job; null is inherited
 * @param onRestart what becomes of a job whose program was killed; null is inherited
 * @param approval whether people decide on calls
 * @param repeats caching and retries of calls
 */
public record ToolSettings(
    Glob glob,
    @Nullable Duration timeout,
    @Nullable Duration idleTimeout,
    @Nullable Concurrency concurrency,
    @Nullable Scope scope,
    @Nullable String laneKey,
    @Nullable Rate rate,
    JobSettings.@Nullable Mode job,
    @Nullable Duration estimate,
    JobSettings.@Nullable Join join,
    JobSettings.@Nullable OnRestart onRestart,
    ApprovalSettings.OfGlob approval,
    RepeatSettings repeats) {

  private static final String OF_TOOL = "as the tool declares";

  static final Section SECTION =
      new Section("GLOB", Setting.Reload.AT_ONCE, "Settings of the tools that a glob matches.");
  static final Setting<Duration> TIMEOUT =
      SECTION.narrower(McpSettings.TIMEOUT, "that of the server");
  static final Setting<Duration> IDLE_TIMEOUT =
      SECTION.narrower(McpSettings.IDLE_TIMEOUT, "that of the server");
  private static final Setting<Concurrency> CONCURRENCY =
      SECTION.optional(
          "concurrency",
          Codec.choice(Concurrency.class),
          OF_TOOL,
          "which calls may run at the same time");
  private static final Setting<Scope> SCOPE =
      SECTION.optional(
          "scope", Codec.choice(Scope.class), "`turn`", "where an exclusive call excludes others");
  private static final Setting<String> LANE_KEY =
      SECTION.optional(
          "lane_key", Codec.TEXT, "none", "argument that names what a call reads or writes");
  private static final Setting<Rate> RATE_LIMIT =
      SECTION.optional("rate_limit", Rate.CODEC, "0", "calls of each tool by one principal");
  private static final Setting<JobSettings.Mode> JOB =
      SECTION.optional(
          "job", Codec.choice(JobSettings.Mode.class), "`auto`", "whether calls become jobs");
  private static final Setting<Duration> ESTIMATE =
      SECTION.optional(
          "estimate",
          DurationText.CODEC,
          OF_TOOL,
          "how long a call takes, before enough have been made");
  private static final Setting<JobSettings.Join> JOIN =
      SECTION.narrower(JobSettings.JOIN, "`jobs.join`");
  private static final Setting<JobSettings.OnRestart> ON_RESTART =
      SECTION.optional(
          "on_restart",
          Codec.choice(JobSettings.OnRestart.class),
          "`fail`",
          "what becomes of a job when Belay was killed");
  private static final Setting<ApprovalSettings.Mode> APPROVAL =
      SECTION.optional(
          "approval",
          Codec.choice(ApprovalSettings.Mode.class),
          "`approval`",
          "whether calls run, are refused, or run if a person allows it: `allow`, `deny`; `ask`,"
              + " or `person`, which asks no client");
  private static final Setting<String> APPROVAL_REASON =
      SECTION.optional(
          "approval_reason", Codec.TEXT, "none", "why, for those who decide and for models");
  private static final Setting<Integer> APPROVERS =
      SECTION.optional("approvers", Codec.number(1, 2), "1", "how many people must allow a call");
  private static final Setting<List<ArgumentCondition>> APPROVAL_WHEN =
      SECTION.optional(
          "approval_when",
          ArgumentCondition.LIST,
          "always",
          "conditions on arguments, one of which must hold for `approval` to apply; otherwise the"
              + " call runs");
  private static final Setting<ApprovalSettings.Mode> APPROVAL_CLIENT =
      new Setting<>(
          "CLIENT",
          Codec.choice(ApprovalSettings.Mode.class),
          null,
          "",
          Setting.Reload.AT_ONCE,
          "the same for clients, by a glob of their names");
  private static final Section APPROVAL_CLIENTS =
      new Section(
              "approval_clients",
              Setting.Reload.AT_ONCE,
              "what holds in place of `approval` for some clients, by globs of the names that they"
                  + " give themselves")
          .of(APPROVAL_CLIENT, "");

  static {
    SECTION.with(APPROVAL_CLIENTS);
  }

  static final Setting<Duration> CACHE_TTL =
      SECTION.optional(
          "cache_ttl", DurationText.CODEC, "0", "how long a result is cached for equal calls");
  static final Setting<Boolean> READ_ONLY =
      SECTION.optional("read_only", Codec.FLAG, OF_TOOL, "whether the tool changes nothing");
  static final Setting<Boolean> IDEMPOTENT =
      SECTION.optional(
          "idempotent", Codec.FLAG, OF_TOOL, "whether a repeated call changes nothing more");

  static final Section TOOLS =
      new Section("tools", Setting.Reload.AT_ONCE, "Settings of tools, by globs of their names.")
          .of(SECTION.with(RepeatSettings.RETRY), "")
          .named(Section.Names.QUOTED)
          .fileOnly();

  /** Creates settings without caching and retries. */
  public ToolSettings(
      Glob glob,
      @Nullable Duration timeout,
      @Nullable Duration idleTimeout,
      @Nullable Concurrency concurrency,
      @Nullable Scope scope,
      @Nullable Rate rate) {
    this(
        glob,
        timeout,
        idleTimeout,
        concurrency,
        scope,
        null,
        rate,
        null,
        null,
        null,
        null,
        ApprovalSettings.OfGlob.NONE,
        RepeatSettings.NONE);
  }

  /** {@return settings under which the tools of {@code glob} inherit everything} */
  public static ToolSettings defaults(String glob) {
    return new ToolSettings(new Glob(glob), null, null, null, null, null);
  }

  static ToolSettings of(String glob, Values values) {
    return new ToolSettings(
        new Glob(glob),
        values.find(TIMEOUT),
        values.find(IDLE_TIMEOUT),
        values.find(CONCURRENCY),
        values.find(SCOPE),
        values.find(LANE_KEY),
        values.find(RATE_LIMIT),
        values.find(JOB),
        values.find(ESTIMATE),
        values.find(JOIN),
        values.find(ON_RESTART),
        new ApprovalSettings.OfGlob(
            values.find(APPROVAL),
            values.find(APPROVAL_REASON),
            values.find(APPROVERS),
            values.find(APPROVAL_WHEN),
            clients(values)),
        RepeatSettings.of(values));
  }

  private static Map<Glob, ApprovalSettings.Mode> clients(Values values) {
    var all = values.in(APPROVAL_CLIENTS).all(APPROVAL_CLIENT);
    var sorted = new LinkedHashMap<Glob, ApprovalSettings.Mode>();
    Glob.bySpecificity(all.entrySet(), one -> new Glob(one.getKey()))
        .forEach(one -> sorted.put(new Glob(one.getKey()), one.getValue()));
    return sorted;
  }

  /**
   * {@return what it says of the approval of calls, by clients, in the order of their precedence}
   *
   * @param people how many people must allow a call
   */
  List<ApprovalSettings.ForClients> approvals(int people) {
    var cases = new ArrayList<ApprovalSettings.ForClients>();
    approval.clients().forEach((clients, mode) -> cases.add(approval(clients, mode, people)));
    if (approval.mode() != null) {
      cases.add(approval(Glob.ANY, approval.mode(), people));
    }
    return cases;
  }

  private ApprovalSettings.ForClients approval(
      Glob clients, ApprovalSettings.Mode mode, int people) {
    var reason = approval.reason() == null ? "" : approval.reason();
    var when = approval.when() == null ? List.<ArgumentCondition>of() : approval.when();
    return new ApprovalSettings.ForClients(
        glob, clients, new ApprovalSettings.Rule(mode, reason, people, when));
  }

  /** {@return the key that sets what holds for these clients} */
  String approvalKey(Glob clients) {
    return approval.clients().containsKey(clients)
        ? key(APPROVAL_CLIENTS.name()) + "." + clients.pattern()
        : key(APPROVAL.name());
  }

  /** A condition or a reason without an approval has no effect, which its author cannot mean. */
  void check(Origins origins, Findings findings) {
    if (!approval.decides()) {
      for (var setting : List.of(APPROVAL_WHEN, APPROVAL_REASON)) {
        var set = setting == APPROVAL_WHEN ? approval.when() : approval.reason();
        if (set != null) {
          var key = key(setting.name());
          findings.error(
              origins.of(key), key, "has no effect without approval at the same glob, such as ask");
        }
      }
    }
  }

  static String path(String glob) {
    return TOOLS.name() + ".\"" + glob + "\"";
  }

  String key(String leaf) {
    return path(glob.pattern()) + "." + leaf;
  }
}
