package dev.belay.config;

import dev.belay.config.Setting.Reload;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How calls wait for people's decisions: {@code approval}, and {@code approval}, {@code
 * approval_reason} and {@code approvers} of {@code tools}.
 *
 * @param timeout how long a call waits whose client is told of its progress (C18)
 * @param timeoutWithoutProgress the same for other clients, which give up after a minute
 * @param jobTimeout how long a call waits once it is a job (C40)
 * @param self whether a principal with the scope {@code admin} may decide on its own calls
 * @param destructive what holds for tools that say they may destroy something
 * @param unannotated what holds for tools that say nothing of what they do
 * @param promptsPerMinute for how many calls of one principal people are asked within a minute
 * @param permissionPrompt whether clients get a tool by which people decide on their own tools
 * @param notices how people hear of calls that wait; null for not at all
 */
public record ApprovalSettings(
    Duration timeout,
    Duration timeoutWithoutProgress,
    Duration jobTimeout,
    boolean self,
    Mode destructive,
    Mode unannotated,
    int promptsPerMinute,
    boolean permissionPrompt,
    @Nullable NotifySettings notices) {

  /** The server as whose tools globs know those of clients. */
  public static final String CLIENT = "client";

  static final Section SECTION =
      new Section("approval", Reload.AT_ONCE, "How calls wait for people's decisions.");
  private static final Setting<Duration> TIMEOUT =
      SECTION.setting(
          "timeout",
          DurationText.between(Duration.ofSeconds(5), Duration.ofHours(1)),
          Duration.ofSeconds(120),
          "how long a call waits for a decision, where its client receives progress");
  private static final Setting<Duration> TIMEOUT_WITHOUT_PROGRESS =
      SECTION.setting(
          "timeout_without_progress",
          DurationText.between(Duration.ofSeconds(1), Duration.ofSeconds(50)),
          Duration.ofSeconds(30),
          "the same for a client that receives none; a call that can be a job becomes one then");
  private static final Setting<Duration> JOB_TIMEOUT =
      SECTION.setting(
          "job_timeout",
          DurationText.between(Duration.ofSeconds(5), Duration.ofDays(7)),
          Duration.ofHours(1),
          "how long a call waits for a decision in all once it is a job");
  private static final Setting<Boolean> SELF =
      SECTION.setting("self", Codec.FLAG, false, "whether a principal may decide on its own calls");
  private static final Setting<Mode> DESTRUCTIVE =
      SECTION.choice(
          "destructive", Mode.ALLOW, "what holds for tools that say they may destroy something");
  private static final Setting<Mode> UNANNOTATED =
      SECTION.choice(
          "unannotated", Mode.ALLOW, "what holds for tools that say nothing of what they do");
  private static final Setting<Integer> PROMPTS_PER_MINUTE =
      SECTION.number(
          "prompts_per_minute",
          1,
          1_000,
          30,
          "for how many calls of one principal people are asked within a minute; more are refused");
  static final Setting<Boolean> PERMISSION_PROMPT =
      SECTION.setting(
          "permission_prompt",
          Codec.FLAG,
          false,
          "whether clients get a tool by which people decide on calls of their own tools");

  static {
    SECTION.with(NotifySettings.SECTION);
  }

  /** Whether calls of a tool run: {@code tools.GLOB.approval}. */
  public enum Mode {
    /** They run. */
    ALLOW,
    /** They run if a person allows it, at the client or elsewhere. */
    ASK,
    /** They run if a person allows it elsewhere: clients can answer without one. */
    PERSON,
    /** They are refused. */
    DENY
  }

  /**
   * What holds for the calls of one tool.
   *
   * @param reason why, for people and models; may be empty
   * @param approvers how many people must allow a call
   * @param when conditions on arguments, one of which must hold, or the call runs; empty for none
   */
  public record Rule(Mode mode, String reason, int approvers, List<ArgumentCondition> when) {
    /** Copies the conditions. */
    public Rule {
      when = List.copyOf(when);
    }

    /** Holds whatever the arguments are. */
    public Rule(Mode mode, String reason, int approvers) {
      this(mode, reason, approvers, List.of());
    }
  }

  /**
   * What one glob says.
   *
   * @param mode null is inherited
   * @param reason why {@code mode} holds; null is no reason
   * @param approvers null is inherited, in the end one
   * @param when conditions under which {@code mode} holds; null is always
   * @param clients what holds in place of {@code mode} for clients by their names, the most
   *     specific glob first
   */
  public record OfGlob(
      @Nullable Mode mode,
      @Nullable String reason,
      @Nullable Integer approvers,
      @Nullable List<ArgumentCondition> when,
      Map<Glob, Mode> clients) {
    /** Says nothing. */
    public static final OfGlob NONE = new OfGlob(null, null, null, null, Map.of());

    /** Copies the clients, in their order. */
    public OfGlob {
      clients = Collections.unmodifiableMap(new LinkedHashMap<>(clients));
    }

    /** {@return whether it says of any client whether its calls run} */
    boolean decides() {
      return mode != null || !clients.isEmpty();
    }
  }

  /**
   * What the globs say of the calls of one tool.
   *
   * @param cases by clients' names, in the order of their precedence; not empty
   */
  public record OfTool(List<ForClients> cases) {
    /** A longer name counts as none: a client chooses it. */
    private static final int LONGEST_NAME = 200;

    /** Copies the cases. */
    public OfTool {
      cases = List.copyOf(cases);
    }

    /** {@return the same for all clients} */
    public static OfTool of(Rule rule) {
      return new OfTool(List.of(new ForClients(Glob.ANY, Glob.ANY, rule)));
    }

    /**
     * {@return what holds for calls of one client; null where no glob names it}
     *
     * @param name the name of the client, empty for none; asked for only where it counts
     */
    public @Nullable ForClients find(Supplier<String> name) {
      String known = null;
      for (var one : cases) {
        if (one.clients().equals(Glob.ANY)) {
          return one;
        }
        known = known == null ? name.get() : known;
        if (one.clients().matches(known.length() > LONGEST_NAME ? "" : known)) {
          return one;
        }
      }
      return null;
    }
  }

  /**
   * What holds for the calls of one tool by some clients.
   *
   * @param tools the glob of tools that says so
   * @param clients the glob of clients' names
   */
  public record ForClients(Glob tools, Glob clients, Rule rule) {}

  /** {@return the settings of a user who sets nothing} */
  public static ApprovalSettings defaults() {
    return of(new Values(Config.ROOT), new Findings());
  }

  static ApprovalSettings of(Values root, Findings findings) {
    var values = root.in(SECTION);
    return new ApprovalSettings(
        values.get(TIMEOUT),
        values.get(TIMEOUT_WITHOUT_PROGRESS),
        values.get(JOB_TIMEOUT),
        values.get(SELF),
        values.get(DESTRUCTIVE),
        values.get(UNANNOTATED),
        values.get(PROMPTS_PER_MINUTE),
        values.get(PERMISSION_PROMPT),
        NotifySettings.of(values.in(NotifySettings.SECTION), findings));
  }
}
