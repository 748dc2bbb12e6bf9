package dev.belay.observe.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.belay.core.approval.Approval;
import dev.belay.core.approval.ApprovalRule;
import dev.belay.core.approval.Approvals;
import dev.belay.core.approval.RuleStore;
import dev.belay.core.approval.RuleStoreException;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.time.HandTime;
import dev.belay.gateway.approval.ApprovalText;
import dev.belay.gateway.call.Decisions.Decision;
import dev.belay.http.route.Access;
import dev.belay.testkit.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Longer than other files: one interface, and what each kind of caller may see and do. */
@DisplayName("/api/approvals: each sees its own calls that wait, and those who may decide on all")
final class ApprovalsApiTest {
  private static final Access.Known ANN = new Access.Known("ann", Set.of());
  private static final Access.Known BOB = new Access.Known("bob", Set.of(Access.ADMIN));
  private static final Access.Known EVE = new Access.Known("eve", Set.of());
  private static final Access.Known ADMIN = new Access.Known("root", Set.of(Access.ADMIN));
  private static final String NONE = "/api/approvals/local-0123456789abcdef0123456789abcdef";

  private final Governor governor = new Governor(GovernorOptions.of(new HandTime()));
  private final Queue<Decision> decisions = new ConcurrentLinkedQueue<>();
  private Approvals approvals =
      new Approvals(new HandTime(), approval -> decisions.add(ApprovalText.decision(approval)));
  private boolean self;

  @AfterEach
  void close() throws InterruptedException {
    governor.close();
  }

  private Call begin(String principal, String arguments) throws InterruptedException {
    var waits = new CountDownLatch(1);
    var asked =
        new Approval.Asked(
            "files",
            "delete",
            arguments,
            "d-" + arguments.substring(0, Math.min(20, arguments.length())),
            "v1",
            "",
            false);
    var call =
        governor.start(
            CallRequest.of("delete", Payload.EMPTY)
                .withCaller(Caller.of(principal, "s"))
                .withGates(
                    approvals.gate(
                        asked,
                        new Approval.Terms(Duration.ofMinutes(5), Duration.ofMinutes(5), 1, true),
                        new Approvals.Requester() {
                          @Override
                          public void asked(Approval approval) {
                            waits.countDown();
                          }
                        })),
            _ -> Payload.EMPTY,
            _ -> {});
    waits.await();
    return call;
  }

  private static String path(Call call) {
    return "/api/approvals/" + call.id();
  }

  private Answered ask(
      Access.Known who, String method, String path, @Nullable String query, String body)
      throws InterruptedException {
    var api = new ApprovalsApi(approvals, () -> self, decisions::add);
    return Answered.by(api.routes(Access.everybody(who)), method, path, query, body);
  }

  private Answered approve(Access.Known who, Call call, String body) throws InterruptedException {
    return ask(who, "POST", path(call) + "/approve", null, body);
  }

  private Answered deny(Access.Known who, Call call, String body) throws InterruptedException {
    return ask(who, "POST", path(call) + "/deny", null, body);
  }

  private Answered get(Access.Known who, String path) throws InterruptedException {
    return ask(who, "GET", path, null, "");
  }

  private Answered delete(Access.Known who, String rule) throws InterruptedException {
    return ask(who, "DELETE", "/api/approvals/rules/" + rule, null, "");
  }

  private List<String> listed(Access.Known who, @Nullable String query)
      throws InterruptedException {
    var answered = ask(who, "GET", "/api/approvals", query, "").given("approvals");
    return answered.at("approvals").items().stream().map(one -> one.at("id").text()).toList();
  }

  private static Outcome end(Call call) throws InterruptedException {
    var ended = new CountDownLatch(1);
    call.onEnd(_ -> ended.countDown());
    ended.await();
    return call.outcome().orElseThrow();
  }

  @Test
  @DisplayName("Who may decide sees all, others their own; and what runs is shown whole")
  void seen() throws InterruptedException {
    var call = begin("ann", "{\"path\":\"a\u202eb\"}");
    var id = call.id().toString();
    for (var who : List.of(ANN, BOB, ADMIN)) {
      assertThat(listed(who, null)).containsExactly(id);
      var one = get(who, path(call)).given("approval");
      assertThat(one.at("shown").text()).contains("a\u27e6U+202E\u27e7b");
      assertThat(one.at("arguments", "path").text()).isEqualTo("a\u202eb");
    }
    assertThat(listed(EVE, null)).isEmpty();
    assertThat(get(EVE, path(call)).status).isEqualTo(404);
    assertThat(get(ADMIN, NONE).status).isEqualTo(404);
    assertThat(get(ADMIN, "/api/approvals/x").status).isEqualTo(404);
    assertThat(listed(ADMIN, "state=over")).isEmpty();
    assertThat(ask(ADMIN, "GET", "/api/approvals", "state=odd", "").error())
        .isEqualTo("state is open or over, not odd");
  }

  @Test
  @DisplayName("One that waits has the difference to the last allowed one, and lists have none")
  void compared() throws InterruptedException {
    var first = begin("ann", "{\"path\":\"a\"}");
    assertThat(difference(first).at("result").text()).isEqualTo("no_earlier");
    approve(BOB, first, "");
    assertThat(difference(first).present()).as("it is over").isFalse();
    var equal = begin("ann", "{\"path\":\"a\"}");
    assertThat(difference(equal).at("result").text()).isEqualTo("equal");
    assertThat(difference(equal).at("call").text()).isEqualTo(first.id().toString());
    var other = begin("ann", "{\"new\":1,\"path\":\"b\"}");
    var difference = difference(other);
    assertThat(difference.at("allowed_by").raw()).isEqualTo("[\"bob\"]");
    assertThat(difference.at("changes").raw())
        .isEqualTo(
            "[{\"pointer\":\"/new\",\"old\":null,\"new\":\"1\"},"
                + "{\"pointer\":\"/path\",\"old\":\"\\\"a\\\"\",\"new\":\"\\\"b\\\"\"}]");
    var eve = begin("eve", "{\"path\":\"a\"}");
    assertThat(difference(eve).at("result").text()).as("another's").isEqualTo("no_earlier");
    assertThat(get(ADMIN, "/api/approvals").body()).doesNotContain("difference");
  }

  private Json difference(Call call) throws InterruptedException {
    return get(ADMIN, path(call)).given("approval").at("difference");
  }

  @Test
  @DisplayName("A yes lets it run, and the audit log has who said it on what")
  void approved() throws InterruptedException {
    var call = begin("ann", "{}");
    var answer = approve(BOB, call, "{\"reason\":\"fine\"}").given("approval");
    assertThat(answer.at("state").text()).isEqualTo("allowed");
    assertThat(end(call)).isInstanceOf(Outcome.Completed.class);
    assertThat(decisions)
        .extracting(Decision::verdict, Decision::principal)
        .containsExactly(tuple("asked", "ann"), tuple("allowed", "bob"));
    assertThat(decisions).allMatch(one -> one.reason().contains("files__delete d-{}"));
    assertThat(listed(ANN, "state=over")).containsExactly(call.id().toString());
    assertThat(deny(ADMIN, call, "").refused()).isEqualTo("409 too late: the call is allowed");
  }

  @Test
  @DisplayName("A no refuses it, with the reason in a bounded line")
  void denied() throws InterruptedException {
    var call = begin("ann", "{}");
    var reason = "no\\n\u001b[31m" + "x".repeat(10_000);
    deny(ADMIN, call, "{\"reason\":\"" + reason.replace("\u001b", "\\u001b") + "\"}");
    assertThat(end(call)).isInstanceOf(Outcome.Refused.class);
    assertThat(((Outcome.Refused) end(call)).reason())
        .startsWith("[DENIED] A person did not allow this call (root: no")
        .doesNotContain("\n", "\u001b")
        .hasSizeLessThan(1_000);
  }

  @Test
  @DisplayName("Nobody decides without the scope, nor on calls of their own unless that is set")
  void roles() throws InterruptedException {
    var call = begin("ann", "{}");
    assertThat(approve(ANN, call, "").error()).isEqualTo("deciding on calls needs the scope admin");
    assertThat(approve(EVE, call, "").status).isEqualTo(404);
    var annAsAdmin = new Access.Known("ann", Set.of(Access.ADMIN));
    assertThat(approve(annAsAdmin, call, "").refused())
        .startsWith("403 ")
        .contains("approval.self");
    assertThat(call.outcome()).isEmpty();
    self = true;
    assertThat(approve(annAsAdmin, call, "").status).isEqualTo(200);

    self = false;
    var local = begin(Caller.LOCAL.principal(), "{}");
    assertThat(approve(Access.Known.OWNER, local, "").status).isEqualTo(200);
  }

  @Test
  @DisplayName("What holds for further calls is listed and revoked")
  void rules() throws InterruptedException {
    var call = begin("ann", "{}");
    approve(BOB, call, "{\"scope\":\"tool\"}");
    var listed = get(ANN, "/api/approvals/rules").given("approval-rules");
    var rule = listed.at("rules").items().getFirst();
    assertThat(rule.at("by").text()).isEqualTo("bob");
    assertThat(rule.at("session").text()).isEqualTo("s");
    var id = rule.at("id").text();
    assertThat(delete(EVE, id).status).isEqualTo(404);
    var _ = delete(ANN, id).given("approval-rule");
    assertThat(delete(ANN, id).status).isEqualTo(404);
    assertThat(decisions).last().extracting(Decision::verdict).isEqualTo("revoked");
  }

  @Test
  @DisplayName(
      "A decision for a time is an admin's alone, holds in all sessions, and is in the log")
  void forTime() throws InterruptedException {
    var call = begin("ann", "{}");
    var body = "{\"scope\":\"tool\",\"for\":3600}";
    assertThat(approve(ANN, call, body).status).isEqualTo(403);
    assertThat(approve(EVE, call, body).status).isEqualTo(404);
    assertThat(approvals.rules()).isEmpty();
    var answer = approve(BOB, call, body).given("approval");
    assertThat(answer.at("warning").text())
        .isEqualTo(
            "The decision counts, but does not survive a restart. Decisions are stored where jobs"
                + " are, and jobs are in memory here.");
    var rule = answer.at("rule");
    assertThat(rule.at("session").raw()).isEqualTo("null");
    assertThat(rule.at("kept").raw()).isEqualTo("false");
    var from = Instant.parse(rule.at("at").text());
    assertThat(Instant.parse(rule.at("until").text())).isEqualTo(from.plusSeconds(3600));
    assertThat(decisions)
        .last()
        .satisfies(last -> {
          assertThat(last.verdict()).isEqualTo("allowed for a time");
          assertThat(last.principal()).isEqualTo("bob");
          assertThat(last.reason())
              .startsWith("files__delete of ann until ")
              .endsWith(", rule " + rule.at("id").text());
        });
    var id = rule.at("id").text();
    assertThat(delete(EVE, id).status).isEqualTo(404);
    assertThat(delete(ANN, id).status).isEqualTo(200);

    var refused = begin("ann", "{\"b\":1}");
    deny(BOB, refused, "{\"scope\":\"same\",\"for\":3600}");
    var no = approvals.rules().getFirst();
    assertThat(delete(ANN, no.id()).status).isEqualTo(403);
  }

  @Test
  @DisplayName("A time needs a scope beyond the call, and is bounded")
  void wrongTime() throws InterruptedException {
    var call = begin("ann", "{}");
    for (var scope : List.of("", ",\"scope\":\"once\"")) {
      assertThat(approve(ADMIN, call, "{\"for\":60" + scope + "}").error())
          .isEqualTo(
              "for needs the scope same or tool: a decision with the scope once ends with its"
                  + " call");
    }
    for (var time : List.of("0", "-1", "2592001", "\"8h\"", "1.5", "null", "1e3", "{}")) {
      var body = "{\"scope\":\"same\",\"for\":" + time + "}";
      assertThat(deny(ADMIN, call, body).error())
          .as(time)
          .isEqualTo("for is a whole number of seconds, from 1 to 2592000");
    }
    assertThat(call.outcome()).isEmpty();
    assertThat(approvals.rules()).isEmpty();
  }

  @Test
  @DisplayName("A rule that cannot be removed from the store holds no longer, and that is said")
  void notRemoved() throws InterruptedException {
    var store = new FullStore();
    approvals =
        new Approvals(
            new HandTime(),
            _ -> {},
            () -> Integer.MAX_VALUE,
            store,
            Thread.ofVirtual().factory(),
            _ -> {});
    var call = begin("ann", "{}");
    var body = "{\"scope\":\"tool\",\"for\":3600}";
    var answer = approve(BOB, call, body);
    assertThat(answer.json().at("rule", "kept").raw()).isEqualTo("true");
    assertThat(answer.body()).doesNotContain("warning");
    store.isFull = true;
    var id = answer.json().at("rule", "id").text();
    assertThat(delete(ADMIN, id).refused())
        .isEqualTo(
            "503 the rule holds no longer, but is still stored, and would hold again after a"
                + " restart; revoke it again: full");
    assertThat(approvals.rules()).isEmpty();
    store.isFull = false;
    assertThat(delete(ADMIN, id).status).isEqualTo(200);
    assertThat(delete(ADMIN, id).status).isEqualTo(404);
  }

  private static final class FullStore implements RuleStore {
    private volatile boolean isFull;

    @Override
    public List<ApprovalRule> load() {
      return List.of();
    }

    @Override
    public void put(ApprovalRule rule) {}

    @Override
    public void remove(String id) throws RuleStoreException {
      if (isFull) {
        throw new RuleStoreException("full", new IllegalStateException());
      }
    }
  }

  @Test
  @DisplayName("A no that holds for further calls is not revoked by the principal it is about")
  void rememberedNo() throws InterruptedException {
    deny(BOB, begin("ann", "{}"), "{\"scope\":\"same\"}");
    var rules = get(ANN, "/api/approvals/rules").json().at("rules").items();
    var id = rules.getFirst().at("id").text();
    assertThat(delete(ANN, id).status).isEqualTo(403);
    assertThat(approvals.rules()).hasSize(1);
    assertThat(delete(BOB, id).status).isEqualTo(200);
  }

  @Test
  @DisplayName("Lists have no arguments, which may be long, and over long ones are kept by digest")
  void longArguments() throws InterruptedException {
    var call = begin("ann", "{\"a\":\"" + "x".repeat(100_000) + "\"}");
    var listed = get(ADMIN, "/api/approvals").body();
    assertThat(listed).hasSizeLessThan(2_000);
    assertThat(get(ADMIN, path(call)).body()).hasSizeGreaterThan(200_000);
    deny(ADMIN, call, "");
    var over = get(ADMIN, path(call));
    assertThat(over.body()).hasSizeLessThan(2_000);
    var _ = over.given("approval");
  }

  @Test
  @DisplayName("Bad input: a body that is no decision says what one is")
  void badInput() throws InterruptedException {
    var call = begin("ann", "{}");
    for (var body :
        List.of("[]", "x", "{\"scope\":\"all\"}", "{\"scope\":1}", "{\"allow\":true}", "{")) {
      assertThat(approve(ADMIN, call, body).status).as(body).isEqualTo(400);
    }
    assertThat(deny(ADMIN, call, "{\"scope\":\"tool\"}").error())
        .isEqualTo("scope is once or same");
    assertThat(ask(ADMIN, "POST", path(call) + "/approve", "x=1", "").status).isEqualTo(400);
    assertThat(ask(ADMIN, "POST", NONE + "/approve", null, "").status).isEqualTo(404);
    assertThat(call.outcome()).isEmpty();
  }
}
