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
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.era.Era;
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
 */
public final class ApprovalGates {
  private static final String GATE = "approval";
  private static final Rule NOTHING_SAID = new Rule(Mode.ALLOW, "", 1);

  private final Approvals approvals;
  private final Supplier<ApprovalSettings> settings;
  private final Predicate<CallId> becomesJob;

  /** Whether others than the person at the client can decide. */
  private final boolean hasOthers;

  private final Time time;

  /**
   * Creates the gates of a program.
   *
   * @param settings the configuration at each moment
   * @param becomesJob whether a call is a job, after it was made one if possible; may block
   * @param hasOthers whether others than the person at the client can decide
   */
  public ApprovalGates(
      Approvals approvals,
      Supplier<ApprovalSettings> settings,
      Predicate<CallId> becomesJob,
      boolean hasOthers,
      Time time) {
    this.approvals = approvals;
    this.settings = settings;
    this.becomesJob = becomesJob;
    this.hasOthers = hasOthers;
    this.time = time;
  }

  /** {@return the gates of a program in which the person at the client alone can decide} */
  public static ApprovalGates ofClient(
      ApprovalSettings settings, Predicate<CallId> becomesJob, Time time) {
    return new ApprovalGates(
        new Approvals(time, _ -> {}, settings::promptsPerMinute),
        () -> settings,
        becomesJob,
        /* hasOthers= */ false,
        time);
  }

  /**
   * {@return the gates of one call; empty where it may run without a decision}
   *
   * @param said the tool's declaration; null if no list has named it
   * @param person the person at its client
   */
  public List<Gate> of(
      CallPolicy policy,
      Handoff.Waiting client,
      ToolIndex.@Nullable Tool said,
      PersonAtClient person) {
    var now = settings.get();
    var set = policy.approval();
    var rule = set == null ? hinted(now, said) : set;
    if (rule.mode() == Mode.ALLOW) {
      return List.of();
    }
    var brought = Brought.of(client.asked().params().get());
    if (brought != null
        && !rule.when().isEmpty()
        && !MatchedArguments.anyHolds(rule.when(), brought.arguments)) {
      return List.of();
    }
    return switch (rule.mode()) {
      case ALLOW -> List.of();
      case ASK -> List.of(asking(now, rule, client, brought, said, person));
      case PERSON -> List.of(asking(now, rule, client, brought, said, PersonAtClient.NONE));
      case DENY ->
          List.of(
              new Refusal(
                  "[DENIED] The configuration does not allow this call"
                      + (rule.reason().isEmpty() ? "" : " (" + rule.reason() + ")")
                      + ". It did not run. Do not repeat it; ask what to do instead."));
    };
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
    if (!said.isAnnotated()) {
      return now.unannotated() == Mode.ALLOW
          ? NOTHING_SAID
          : new Rule(now.unannotated(), "the tool does not say what it does", 1);
    }
    return said.destructive() && now.destructive() != Mode.ALLOW
        ? new Rule(now.destructive(), "the tool says that it may destroy something", 1)
        : NOTHING_SAID;
  }

  private Gate asking(
      ApprovalSettings now,
      Rule rule,
      Handoff.Waiting client,
      @Nullable Brought brought,
      ToolIndex.@Nullable Tool said,
      PersonAtClient person) {
    boolean isAsked = person.canBeAsked();
    if (!hasOthers && !isAsked) {
      return new Refusal(
          "[REFUSED] This call needs a person's yes"
              + (rule.reason().isEmpty() ? "" : " (" + rule.reason() + ")")
              + ", and nobody can be asked here. It did not run."
              + " Serve the tool with belay serve, where belay approvals decides, or use a client"
              + " that shows forms.");
    }
    if (brought == null) {
      return new Refusal(
          "[DENIED] The arguments of this call can be read in more than one way: a name stands"
              + " twice, a text is no valid Unicode, or values are nested too deep. It did not run."
              + " Send them unambiguously.");
    }
    var shown =
        new Approval.Asked(
            client.asked().server(),
            client.asked().tool(),
            new String(brought.all, StandardCharsets.UTF_8),
            Pin.sha256(brought.all),
            said == null ? "" : said.digest(),
            rule.reason(),
            said != null && said.destructive());
    // The request of a modern client ends with the question, and waits no longer itself.
    boolean isPatient = client.hearsProgress() || (isAsked && client.era() == Era.MODERN);
    var limit = isPatient ? now.timeout() : now.timeoutWithoutProgress();
    boolean canBeLate = hasOthers && rule.approvers() == 1;
    var terms = new Approval.Terms(limit, now.jobTimeout(), rule.approvers(), canBeLate);
    return approvals.gate(shown, terms, new AtClient(this, person));
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
              ClientForm.params(approval),
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
      return GATE;
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
