package dev.belay.observe.rest;

import dev.belay.core.approval.Approval;
import dev.belay.core.approval.ApprovalRule;
import dev.belay.core.approval.Approvals;
import dev.belay.core.approval.Decision;
import dev.belay.core.approval.Decision.Scope;
import dev.belay.core.call.CallId;
import dev.belay.core.call.Caller;
import dev.belay.core.name.ShortText;
import dev.belay.gateway.approval.ApprovalText;
import dev.belay.gateway.call.Decisions;
import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Access;
import dev.belay.http.route.PathPattern;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Routes;
import dev.belay.http.route.UrlText;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/approvals}: seeing the calls that wait for a person's decision, and deciding.
 *
 * <p>Holders of {@link Access#ADMIN} see all and decide, others see their own. Safe for use by many
 * threads.
 *
 * @param self whether one may decide on calls of one's own principal
 * @param decisions receives each rule that is revoked; decisions themselves are told of by {@code
 *     approvals}
 */
record ApprovalsApi(Approvals approvals, BooleanSupplier self, Decisions decisions) {
  private static final PathPattern ONE = PathPattern.of("/api/approvals/{id}");
  private static final PathPattern APPROVE = PathPattern.of("/api/approvals/{id}/approve");
  private static final PathPattern DENY = PathPattern.of("/api/approvals/{id}/deny");
  private static final PathPattern RULE = PathPattern.of("/api/approvals/rules/{id}");

  private static final List<String> MEMBERS = List.of("reason", "scope", "for");
  private static final int MOST_DIGITS = 9;

  Routes routes(Access access) {
    return Routes.none()
        .with("GET", "/api/approvals", ApiQuery.guarded(access, this::list))
        .with("GET", "/api/approvals/rules", ApiQuery.guarded(access, this::rules))
        .with("DELETE", RULE, ApiQuery.guarded(access, this::revoke))
        .with("GET", ONE, ApiQuery.guarded(access, this::one))
        .with(
            "POST", APPROVE, ApiQuery.guarded(access, (in, out) -> decide(APPROVE, true, in, out)))
        .with("POST", DENY, ApiQuery.guarded(access, (in, out) -> decide(DENY, false, in, out)));
  }

  private static boolean sees(Access.Known who, String principal) {
    return who.isAdmin() || who.principal().equals(principal);
  }

  private void list(Request request, Response response) throws Query.WrongException {
    var state = Query.of(request, "state").text("state");
    var wanted =
        switch (state) {
          case null -> approvals.open();
          case "open" -> approvals.open();
          case "over" -> approvals.over();
          case String other ->
              throw new Query.WrongException("state is open or over, not " + ShortText.name(other));
        };
    var who = request.requireCaller();
    var seen = wanted.stream().filter(one -> sees(who, one.call().caller().principal()));
    JsonAnswer.json(
        response,
        200,
        new JsonText().objects("approvals", seen.map(ApprovalText::listed).toList()));
  }

  private void rules(Request request, Response response)
      throws Query.WrongException, InterruptedException {
    var _ = Query.of(request);
    var who = request.requireCaller();
    approvals.load();
    var seen = approvals.rules().stream().filter(rule -> sees(who, rule.principal()));
    JsonAnswer.json(
        response, 200, new JsonText().objects("rules", seen.map(ApprovalText::fields).toList()));
  }

  private void revoke(Request request, Response response)
      throws Query.WrongException, InterruptedException {
    var _ = Query.of(request);
    var who = request.requireCaller();
    var id = text(RULE, request);
    approvals.load();
    var rule = approvals.rule(id);
    var known = rule != null && sees(who, rule.principal()) ? rule : null;
    var fault = known == null || known.isAllowed() ? null : fault(who, known.principal());
    if (fault != null) {
      JsonAnswer.error(response, 403, fault);
      return;
    }
    if (known == null || approvals.revoke(id) == null) {
      JsonAnswer.error(
          response, 404, "there is no such rule; GET /api/approvals/rules lists those there are");
      return;
    }
    decided("revoked", who, known, "");
    var why = approvals.whyNotRemoved(id);
    if (!why.isEmpty()) {
      JsonAnswer.error(
          response,
          503,
          "the rule holds no longer, but is still stored, and would hold again after a restart;"
              + " revoke it again: "
              + why);
      return;
    }
    JsonAnswer.json(response, 200, ApprovalText.fields(known));
  }

  /** Has the audit log say what was decided about a rule. */
  private void decided(String verdict, Access.Known who, ApprovalRule rule, String until) {
    decisions.decided(
        new Decisions.Decision(
            "approval", verdict, who.principal(), null, ApprovalText.about(rule) + until));
  }

  private static String text(PathPattern path, Request request) {
    return UrlText.decoded(Objects.requireNonNull(path.parameter(request.path())));
  }

  private @Nullable Approval find(PathPattern path, Request request) {
    var id = CallId.parse(text(path, request)).orElse(null);
    var found = id == null ? null : approvals.find(id);
    return found != null && sees(request.requireCaller(), found.call().caller().principal())
        ? found
        : null;
  }

  private static void unknown(Response response) {
    JsonAnswer.error(
        response, 404, "no call with that id waits; GET /api/approvals lists those that do");
  }

  private void one(Request request, Response response) throws Query.WrongException {
    var _ = Query.of(request);
    var found = find(ONE, request);
    if (found == null) {
      unknown(response);
    } else {
      JsonAnswer.json(response, 200, ApprovalText.compared(found, approvals.lastAllowed(found)));
    }
  }

  /** The body of a decision. */
  private record Wish(String reason, Scope scope, @Nullable Duration holds) {}

  private static Wish wish(byte[] body, boolean isAllowed) throws Query.WrongException {
    if (body.length == 0) {
      return new Wish("", Scope.ONCE, null);
    }
    var object = object(body);
    if (object == null) {
      throw new Query.WrongException(
          "the body is a JSON object with a \"reason\", a \"scope\" and a \"for\", or empty");
    }
    var unknown = object.names().stream().filter(name -> !MEMBERS.contains(name));
    var first = unknown.findFirst().orElse(null);
    if (first != null) {
      throw new Query.WrongException(
          "the body has no member "
              + ShortText.name(first)
              + "; there are "
              + String.join(", ", MEMBERS));
    }
    var scope =
        switch (object.text("scope")) {
          case null -> object.has("scope") ? null : Scope.ONCE;
          case "once" -> Scope.ONCE;
          case "same" -> Scope.SAME;
          case "tool" -> isAllowed ? Scope.TOOL : null;
          case String _ -> null;
        };
    if (scope == null) {
      throw new Query.WrongException(
          "scope is "
              + String.join(
                  " or ", Stream.of("once", "same", "tool").limit(isAllowed ? 3 : 2).toList()));
    }
    return new Wish(CancelRoute.cleaned(object.text("reason")), scope, holds(object, scope));
  }

  private static @Nullable Duration holds(JsonObject object, Scope scope)
      throws Query.WrongException {
    var written = object.raw("for");
    if (written == null) {
      return null;
    }
    if (scope == Scope.ONCE) {
      throw new Query.WrongException(
          "for needs the scope same or tool: a decision with the scope once ends with its call");
    }
    var number = new String(written, StandardCharsets.UTF_8);
    boolean isWhole =
        number.length() <= MOST_DIGITS
            && number.chars().allMatch(each -> each >= '0' && each <= '9');
    var holds = isWhole ? Duration.ofSeconds(Long.parseLong(number)) : null;
    if (holds == null || !holds.isPositive() || holds.compareTo(Decision.LONGEST) > 0) {
      throw new Query.WrongException(
          "for is a whole number of seconds, from 1 to " + Decision.LONGEST.toSeconds());
    }
    return holds;
  }

  private static @Nullable JsonObject object(byte[] body) {
    try {
      return JsonObject.of(body, Slices.value(body));
    } catch (NotJson _) {
      return null;
    }
  }

  private void decide(PathPattern path, boolean isAllowed, Request request, Response response)
      throws Query.WrongException, InterruptedException {
    var _ = Query.of(request);
    var wish = wish(request.body(), isAllowed);
    var found = find(path, request);
    if (found == null) {
      unknown(response);
      return;
    }
    var who = request.requireCaller();
    var fault = fault(who, found.call().caller().principal());
    if (fault != null) {
      JsonAnswer.error(response, 403, fault);
      return;
    }
    var decision =
        new Decision(isAllowed, wish.scope(), wish.holds(), who.principal(), "api", wish.reason());
    switch (approvals.decide(found.id(), decision)) {
      case Approvals.Result.Taken(Approval now) ->
          JsonAnswer.json(response, 200, taken(now, wish, who));
      case Approvals.Result.TooLate(Approval now) ->
          JsonAnswer.error(
              response, 409, "too late: the call is " + ApprovalText.state(now).replace('_', ' '));
      case Approvals.Result.NotTaken(Approval _, String why) ->
          JsonAnswer.error(response, 409, why);
      case Approvals.Result.Unknown() -> unknown(response);
    }
  }

  /** {@return how the call stands, and what holds for a time from now on} */
  private JsonText taken(Approval now, Wish wish, Access.Known who) throws InterruptedException {
    var json = ApprovalText.fields(now);
    if (wish.holds() == null) {
      return json;
    }
    var why = approvals.whyNotStored(now.id());
    var rule = approvals.lasting(now.id());
    if (rule != null) {
      decided(
          rule.isAllowed() ? "allowed for a time" : "denied for a time",
          who,
          rule,
          " until " + rule.until() + ", rule " + rule.id());
      json.object("rule", ApprovalText.fields(rule));
    }
    return why.isEmpty()
        ? json
        : json.text("warning", "The decision counts, but does not survive a restart. " + why);
  }

  /** {@return why somebody may not decide on calls of a principal; null if they may} */
  private @Nullable String fault(Access.Known who, String principal) {
    if (!who.isAdmin()) {
      return "deciding on calls needs the scope admin";
    }
    // Calls at this machine need no token, so that the owner's token is another's word.
    boolean isOwn =
        principal.equals(who.principal()) && !principal.equals(Caller.LOCAL.principal());
    return isOwn && !self.getAsBoolean()
        ? "this is a call of your own; another person decides, unless approval.self is set"
        : null;
  }
}
