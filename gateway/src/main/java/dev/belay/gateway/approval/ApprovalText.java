package dev.belay.gateway.approval;

import dev.belay.core.approval.AllowedCall;
import dev.belay.core.approval.Approval;
import dev.belay.core.approval.Approval.State;
import dev.belay.core.approval.ApprovalRule;
import dev.belay.gateway.call.Decisions.Decision;
import dev.belay.mcp.envelope.JsonText;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is said of approvals, wherever they are told of. */
public final class ApprovalText {
  private ApprovalText() {}

  /**
   * {@return what all are told who may see an approval}
   *
   * <p>{@code arguments} are the raw ones in canonical form, {@code shown} is what a person is to
   * see of them; long ones are there while the call waits.
   */
  public static JsonText fields(Approval approval) {
    var asked = approval.asked();
    var json = listed(approval);
    if (asked.arguments().isEmpty()) {
      return json;
    }
    var shown = ShownArguments.of(asked.arguments());
    return json.raw("arguments", asked.arguments())
        .text("shown", shown.text())
        .texts("facts", shown.facts());
  }

  /**
   * {@return the same for the person who decides, with the difference to an earlier call while it
   * waits}
   *
   * @param earlier the last call of the tool that was allowed; null if none is known
   */
  public static JsonText compared(Approval approval, @Nullable AllowedCall earlier) {
    var json = fields(approval);
    return approval.isOpen()
        ? json.object("difference", difference(ComparedArguments.of(approval, earlier)))
        : json;
  }

  private static JsonText difference(ComparedArguments compared) {
    var json = new JsonText().text("result", compared.result().name().toLowerCase(Locale.ROOT));
    var earlier = compared.earlier();
    if (earlier == null) {
      return json;
    }
    var changes =
        compared.changes().stream()
            .map(change ->
                new JsonText()
                    .text("pointer", change.pointer())
                    .text("old", change.old())
                    .text("new", change.now()))
            .toList();
    return json.text("call", earlier.id().toString())
        .text("allowed_at", earlier.at().toString())
        .texts("allowed_by", earlier.by())
        .objects("changes", changes)
        .number("more", compared.more());
  }

  /** {@return the same without the arguments, which may be long, for lists} */
  public static JsonText listed(Approval approval) {
    var call = approval.call();
    var asked = approval.asked();
    var json =
        new JsonText()
            .text("id", call.id().toString())
            .text("state", state(approval))
            .text("principal", call.caller().principal())
            .text("client", call.caller().client())
            .text("session", call.caller().sessionId())
            .text("turn", call.caller().turnId())
            .text("server", asked.server())
            .text("tool", asked.tool())
            .text("reason", asked.reason())
            .flag("destructive", asked.isDestructive())
            .text("arguments_sha256", asked.digest())
            .text("definition_sha256", asked.definition().isEmpty() ? null : asked.definition())
            .text("asked_at", approval.askedAt().toString())
            .text("expires_at", approval.expiresAt().toString())
            .number("approvers", approval.terms().approvers())
            .texts("allowed_by", approval.votes().stream().map(Approval.Vote::by).toList());
    if (approval.state() instanceof State.Over over) {
      json.text("over_at", over.at().toString())
          .text("by", over.by().isEmpty() ? null : over.by())
          .text("via", over.via().isEmpty() ? null : over.via())
          .text("note", over.reason().isEmpty() ? null : over.reason());
    }
    return json;
  }

  /** {@return what all are told of a decision that holds for further calls} */
  public static JsonText fields(ApprovalRule rule) {
    return new JsonText()
        .text("id", rule.id())
        .text("verdict", rule.isAllowed() ? "allow" : "deny")
        .text("principal", rule.principal())
        .text("session", rule.session())
        .text("server", rule.server())
        .text("tool", rule.tool())
        .text("arguments_sha256", rule.digest())
        .text("definition_sha256", rule.definition().isEmpty() ? null : rule.definition())
        .text("by", rule.by())
        .text("via", rule.via())
        .text("at", rule.at().toString())
        .text("until", rule.until().toString())
        .flag("kept", rule.lasting() == ApprovalRule.Lasting.STORED)
        .flag("once", rule.isSingle())
        .number("used", rule.used());
  }

  /** {@return the word for how it stands} */
  public static String state(Approval approval) {
    return switch (approval.state()) {
      case State.Open _ -> "open";
      case State.Over over -> over.how().word().replace(' ', '_').toLowerCase(Locale.ROOT);
    };
  }

  /** {@return the step that an approval has made, for the audit log} */
  public static Decision decision(Approval approval) {
    var asked = approval.asked();
    var about = asked.server() + "__" + asked.tool() + " " + asked.digest();
    return switch (approval.state()) {
      case State.Open _ when approval.votes().isEmpty() ->
          new Decision(
              "approval", "asked", approval.call().caller().principal(), id(approval), about);
      case State.Open _ ->
          new Decision(
              "approval",
              "allowed by one of " + approval.terms().approvers(),
              approval.votes().getLast().by(),
              id(approval),
              about);
      case State.Over over ->
          new Decision(
              "approval",
              over.how().word(),
              over.by().isEmpty() ? approval.call().caller().principal() : over.by(),
              id(approval),
              over.via().isEmpty()
                  ? about
                  : about
                      + " via "
                      + over.via()
                      + (over.reason().isEmpty() ? "" : ": " + over.reason()));
    };
  }

  /** {@return the loss of a decision whose server a reload starts or reaches in another way} */
  public static Decision dropped(ApprovalRule rule) {
    return new Decision(
        "approval",
        "dropped by a reload",
        rule.principal(),
        null,
        about(rule) + ", rule " + rule.id());
  }

  /** {@return the calls that a decision is about, for the audit log} */
  public static String about(ApprovalRule rule) {
    return rule.server() + "__" + rule.tool() + " of " + rule.principal();
  }

  private static String id(Approval approval) {
    return approval.id().toString();
  }
}
