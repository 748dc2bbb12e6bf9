package dev.belay.gateway.approval;

import dev.belay.config.ApprovalSettings;
import dev.belay.config.ApprovalSettings.Mode;
import dev.belay.config.ApprovalSettings.Rule;
import dev.belay.core.approval.Approval;
import dev.belay.core.approval.Approvals;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Gate;
import dev.belay.core.call.RefusedException;
import dev.belay.core.time.Time;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.Handoff;
import dev.belay.gateway.listing.Canonical;
import dev.belay.gateway.listing.Pin;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ForwardingConversation;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.SessionFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Has people decide on calls where the configuration or the tool says so.
 *
 * <p>A call of any other tool passes without a gate. What a person decides on is what runs:
 * arguments that two readers could understand differently are refused. Safe for use by many
 * threads.
 *
 * <p>Longer than other files: every rule that can require approval is here, in the order in which
 * they decide.
 */
public final class ApprovalGates {
  private static final Rule NOTHING_SAID = new Rule(Mode.ALLOW, "", 1);

  private final Approvals approvals;
  private final Supplier<ApprovalSettings> settings;
  private final Predicate<CallId> becomesJob;

  private final Place place;

  private final Time time;

  /** Where people decide, beside the person at a client that shows forms. */
  public enum Place {
    /** Anywhere: the API takes decisions. */
    API(Integer.MAX_VALUE, ""),
    /** At the terminal of the command that makes the call, which has one person. */
    TERMINAL(1, "Serve the tool with belay serve, where so many can decide by belay approvals."),
    /** Nowhere: the command that makes the call has no terminal. */
    NO_TERMINAL(
        0,
        "Make the call on a terminal and without --json, where belay call asks, or serve the tool"
            + " with belay serve, where belay approvals decides. If it is served so already, add"
            + " --detach: then people decide there, and belay call --attach has the result."),
    /** Nowhere. */
    NONE(
        0,
        "Serve the tool with belay serve, where belay approvals decides, or use a client that shows"
            + " forms.");

    private final int people;
    private final String next;

    Place(int people, String next) {
      this.people = people;
      this.next = next;
    }

    /**
     * {@return why a call that needs so many people cannot be decided on; null if it can}
     *
     * @param isAsked whether the person at the client can be asked as well
     */
    @Nullable String refusal(Rule rule, boolean isAsked) {
      boolean isAlone = isAsked || people > 0;
      if (people >= rule.approvers() - (isAsked ? 1 : 0)) {
        return null;
      }
      return "[REFUSED] This call needs "
          + (isAlone ? "the yes of " + rule.approvers() + " people" : "a person's yes")
          + (rule.reason().isEmpty() ? "" : " (" + rule.reason() + ")")
          + (isAlone ? ", and one alone" : ", and nobody")
          + " can be asked here. It did not run. "
          + next;
    }
  }

  /**
   * Creates the gates of a program.
   *
   * @param settings the configuration at each moment
   * @param becomesJob whether a call is a job, after it was made one if possible; may block
   * @param place where people decide who are not at a client
   */
  public ApprovalGates(
      Approvals approvals,
      Supplier<ApprovalSettings> settings,
      Predicate<CallId> becomesJob,
      Place place,
      Time time) {
    this.approvals = approvals;
    this.settings = settings;
    this.becomesJob = becomesJob;
    this.place = place;
    this.time = time;
  }

  /** {@return the gates of a program in which the person at the client alone can decide} */
  public static ApprovalGates ofClient(
      ApprovalSettings settings, Predicate<CallId> becomesJob, Time time) {
    return new ApprovalGates(
        new Approvals(time, _ -> {}, settings::promptsPerMinute),
        () -> settings,
        becomesJob,
        Place.NONE,
        time);
  }

  /** {@return that host, with decisions for the session of a client that end with it} */
  public static SessionFactory following(SessionFactory host, Approvals approvals) {
    return client -> new Followed(host.open(client), client, approvals);
  }

  private static final class Followed implements ForwardingConversation {
    private final Conversation conversation;
    private final ClientLink client;
    private final Approvals approvals;

    /** A modern client has none, and a conversation for each of its requests. */
    private volatile boolean isSession;

    Followed(Conversation conversation, ClientLink client, Approvals approvals) {
      this.conversation = conversation;
      this.client = client;
      this.approvals = approvals;
    }

    @Override
    public Conversation conversation() {
      return conversation;
    }

    @Override
    public void onRequest(Envelope request, ReplyTo reply) {
      isSession |= request.method().equals("initialize");
      conversation.onRequest(request, reply);
    }

    @Override
    public void close() {
      conversation.close();
      if (isSession) {
        approvals.sessionEnded(client.principal(), client.id());
      }
    }
  }

  /**
   * What is said of a tool, at each moment.
   *
   * @param policy what the configuration says
   * @param tool the tool's declaration; null if no list has named it
   */
  public record Said(Supplier<CallPolicy> policy, Supplier<ToolIndex.@Nullable Tool> tool) {}

  /**
   * {@return the gates of one call; empty where it may run without a decision}
   *
   * @param person the person at its client
   */
  public List<Gate> of(Said said, Handoff.Waiting client, PersonAtClient person) {
    var tool = said.tool().get();
    var rule = rule(said.policy().get(), client.asked().clientName(), tool);
    if (rule.mode() == Mode.ALLOW) {
      return List.of();
    }
    var brought = Brought.of(client.asked().params().get());
    if (!applies(rule, brought)) {
      return List.of();
    }
    return switch (rule.mode()) {
      case ALLOW -> List.of();
      case ASK -> asking(said, rule, client, brought, tool, person);
      case PERSON -> asking(said, rule, client, brought, tool, PersonAtClient.NONE);
      case DENY ->
          List.of(
              new Refusal(
                  "[DENIED] The configuration does not allow this call"
                      + (rule.reason().isEmpty() ? "" : " (" + rule.reason() + ")")
                      + ". It did not run. Do not repeat it; ask what to do instead."));
    };
  }

  private Rule rule(CallPolicy policy, Supplier<String> clientName, ToolIndex.@Nullable Tool tool) {
    var said = policy.approval();
    var set = said == null ? null : said.find(clientName);
    return set == null ? hinted(settings.get(), tool) : set.rule();
  }

  private static boolean applies(Rule rule, @Nullable Brought brought) {
    return brought == null
        || rule.when().isEmpty()
        || MatchedArguments.anyHolds(rule.when(), brought.arguments);
  }

  private static Rule hinted(ApprovalSettings now, ToolIndex.@Nullable Tool said) {
    if (said == null) {
      // It may be either, and what is meant to be asked about does not run before a list is read.
      var stricter =
          now.destructive().compareTo(now.unannotated()) > 0
              ? now.destructive()
              : now.unannotated();
      return stricter == Mode.ALLOW
          ? NOTHING_SAID
          : new Rule(stricter, "no list has said yet what the tool does", 1);
    }
    var declared =
        switch (said.approval()) {
          case NONE -> NOTHING_SAID;
          case ASK -> new Rule(Mode.ASK, "the tool asks for it", 1);
          case PERSON -> new Rule(Mode.PERSON, "the tool asks for it", 1);
        };
    var hinted =
        !said.isAnnotated()
            ? new Rule(now.unannotated(), "the tool does not say what it does", 1)
            : said.destructive()
                ? new Rule(now.destructive(), "the tool says that it may destroy something", 1)
                : NOTHING_SAID;
    // The author of a tool makes what the configuration says of its kind stricter, never looser.
    return hinted.mode().compareTo(declared.mode()) >= 0 ? hinted : declared;
  }

  private List<Gate> asking(
      Said said,
      Rule rule,
      Handoff.Waiting client,
      @Nullable Brought brought,
      ToolIndex.@Nullable Tool tool,
      PersonAtClient person) {
    boolean isAsked = person.canBeAsked();
    var refusal = place.refusal(rule, isAsked);
    if (refusal != null) {
      return List.of(new Refusal(refusal));
    }
    if (brought == null) {
      return List.of(
          new Refusal(
              "[DENIED] The arguments of this call can be read in more than one way: a name stands"
                  + " twice, a text is no valid Unicode, or values are nested too deep. It did not"
                  + " run. Send them unambiguously."));
    }
    var now = settings.get();
    var shown =
        new Approval.Asked(
            client.asked().server(),
            client.asked().tool(),
            new String(brought.all, StandardCharsets.UTF_8),
            Pin.sha256(brought.all),
            tool == null ? "" : tool.digest(),
            rule.reason(),
            tool != null && tool.destructive());
    // The request of a modern client ends with the question, and waits no longer itself.
    boolean isPatient = client.hearsProgress() || (isAsked && client.era() == Era.MODERN);
    var limit = isPatient ? now.timeout() : now.timeoutWithoutProgress();
    boolean canBeLate = place == Place.API && rule.approvers() == 1;
    boolean takesForms = rule.mode() != Mode.PERSON;
    var terms =
        new Approval.Terms(limit, now.jobTimeout(), rule.approvers(), canBeLate, takesForms);
    var gate = approvals.gate(shown, terms, new AtClient(this, person));
    var name = client.asked().clientName().get();
    return List.of(gate, new StillAllowed(this, said, name, rule, brought, shown.definition()));
  }

  /**
   * Refuses a call whose tool has changed since a person was asked, or for which the configuration
   * has become stricter.
   */
  private record StillAllowed(
      ApprovalGates of, Said said, String clientName, Rule rule, Brought brought, String definition)
      implements Gate {
    @Override
    public String name() {
      return Approvals.GATE;
    }

    @Override
    public boolean mayWait() {
      return false;
    }

    @Override
    public Pass enter(CallInfo call) throws RefusedException {
      var tool = said.tool().get();
      var digest = tool == null ? "" : tool.digest();
      if (!digest.isEmpty() && !definition.isEmpty() && !digest.equals(definition)) {
        throw new RefusedException(
            "[DENIED] The tool has changed since a person was asked. This call did not run. List"
                + " the tools again before you repeat it.");
      }
      var now = of.rule(said.policy().get(), () -> clientName, tool);
      boolean isStricter =
          now.mode().compareTo(rule.mode()) > 0 || now.approvers() > rule.approvers();
      if (now.mode() != Mode.ALLOW && isStricter && applies(now, brought)) {
        throw new RefusedException(
            "[DENIED] The configuration has changed since a person was asked, and does not allow"
                + " this call by that decision. It did not run.");
      }
      return Pass.FREE;
    }
  }

  /** A client, whose person is asked beside others if it can be. Used by the thread of one call. */
  private static final class AtClient implements Approvals.Requester {
    private final ApprovalGates of;
    private final PersonAtClient person;
    private Runnable withdrawal = () -> {};

    AtClient(ApprovalGates of, PersonAtClient person) {
      this.of = of;
      this.person = person;
    }

    @Override
    public void asked(Approval approval) {
      if (!person.canBeAsked()) {
        return;
      }
      long since = of.time.nanos();
      withdrawal =
          person.ask(
              approval.id(),
              ClientForm.params(approval, of.approvals.lastAllowed(approval)),
              result -> {
                var took = Duration.ofNanos(of.time.nanos() - since);
                var decision = ClientForm.decision(result, approval, took);
                if (decision != null) {
                  var _ = of.approvals.decide(approval.id(), decision);
                }
              });
    }

    @Override
    public void over(Approval approval) {
      withdrawal.run();
    }

    @Override
    public boolean becomesJob(CallId call) {
      return of.becomesJob.test(call);
    }
  }

  /**
   * What a request brings, in canonical form.
   *
   * @param arguments the arguments, on which conditions are
   * @param all what is shown and compared: the arguments; where the request brings more that its
   *     server reads, such as answers to its questions, all of that with the arguments as a member
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Brought(byte[] arguments, byte[] all) {
    /** {@return what those params bring; null if that is ambiguous} */
    static @Nullable Brought of(byte[] params) {
      var whole = params.length == 0 ? JsonObject.empty().json() : Canonical.unambiguous(params);
      var object = whole == null ? null : JsonObject.of(whole);
      if (object == null) {
        return null;
      }
      var given = object.raw("arguments");
      var arguments = given == null ? JsonObject.empty().json() : given;
      var rest = object.remove("name").remove("_meta").remove("task");
      boolean isMore = rest.names().stream().anyMatch(name -> !name.equals("arguments"));
      return new Brought(arguments, isMore ? rest.json() : arguments);
    }
  }

  /** Refuses each call. */
  private record Refusal(String why) implements Gate {
    @Override
    public String name() {
      return Approvals.GATE;
    }

    @Override
    public boolean mayWait() {
      return false;
    }

    @Override
    public Pass enter(CallInfo call) throws RefusedException {
      throw new RefusedException(why);
    }
  }
}
