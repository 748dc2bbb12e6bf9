package dev.belay.gateway.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.config.ApprovalSettings;
import dev.belay.config.ApprovalSettings.Mode;
import dev.belay.config.ApprovalSettings.OfTool;
import dev.belay.config.ArgumentCondition;
import dev.belay.config.Glob;
import dev.belay.config.Settings;
import dev.belay.core.approval.Approvals;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Gate;
import dev.belay.core.time.HandTime;
import dev.belay.gateway.approval.ApprovalGates.Place;
import dev.belay.gateway.call.CallPolicies;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.Handoff;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.mcp.era.Era;
import dev.belay.tools.annotation.ApprovalNeed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName(
    "What a tool says of itself decides where no glob does, and in doubt a person is asked")
final class ApprovalGatesTest {
  private final HandTime time = new HandTime();
  private String client = "";

  private static ToolIndex.Tool tool(boolean isAnnotated, boolean destructive) {
    return tool(isAnnotated, destructive, ApprovalNeed.NONE);
  }

  private static ToolIndex.Tool tool(
      boolean isAnnotated, boolean destructive, ApprovalNeed approval) {
    return tool("digest", isAnnotated, destructive, approval);
  }

  /** {@return a tool that says it destroys nothing} */
  static ToolIndex.Tool tool(String digest) {
    return tool(digest, true, false, ApprovalNeed.NONE);
  }

  private static ToolIndex.Tool tool(
      String digest, boolean isAnnotated, boolean destructive, ApprovalNeed approval) {
    return new ToolIndex.Tool(
        List.of(),
        Set.of(),
        digest,
        isAnnotated,
        destructive,
        false,
        false,
        false,
        ToolIndex.TaskSupport.FORBIDDEN,
        approval,
        0);
  }

  private List<Gate> gates(Mode destructive, Mode unannotated, ToolIndex.@Nullable Tool said) {
    return gates(settings(destructive, unannotated), null, said, "{\"name\":\"delete\"}");
  }

  private static ApprovalSettings settings(Mode destructive, Mode unannotated) {
    return new ApprovalSettings(
        Duration.ofSeconds(120),
        Duration.ofSeconds(30),
        Duration.ofHours(1),
        false,
        destructive,
        unannotated,
        /* promptsPerMinute= */ 30,
        /* permissionPrompt= */ false,
        /* notices= */ null);
  }

  private List<Gate> gates(
      ApprovalSettings settings,
      ApprovalSettings.@Nullable Rule rule,
      ToolIndex.@Nullable Tool said,
      String params) {
    return gates(() -> settings, new ApprovalGates.Said(() -> policy(rule), () -> said), params);
  }

  private static CallPolicy policy(ApprovalSettings.@Nullable Rule rule) {
    return policy(rule == null ? null : OfTool.of(rule));
  }

  /** {@return a policy that says this of approvals, and nothing else} */
  static CallPolicy policy(@Nullable OfTool approval) {
    var unset = new CallPolicies(Settings.defaults(), "files").of("delete");
    return new CallPolicy(
        unset.limits(),
        unset.silence(),
        unset.lane(),
        unset.rate(),
        unset.job(),
        unset.estimate(),
        unset.join(),
        unset.onRestart(),
        approval,
        unset.repeats());
  }

  private List<Gate> gates(
      Supplier<ApprovalSettings> settings, ApprovalGates.Said said, String params) {
    var asked =
        new Handoff.Asked(
            "ada",
            () -> null,
            () -> client,
            "files",
            "delete",
            () -> false,
            () -> params.getBytes(StandardCharsets.UTF_8),
            () -> 0);
    var waiting = new Handoff.Waiting(Era.MODERN, false, false, null, asked);
    return new ApprovalGates(new Approvals(time, _ -> {}), settings, _ -> false, Place.API, time)
        .of(said, waiting, PersonAtClient.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",\"inputResponses\":{}", ",\"requestState\":\"x\"", ",\"more\":1"})
  @DisplayName("Conditions are on the arguments, whatever stands beside them")
  void conditions(String beside) {
    var off = new ArgumentCondition("/path", ArgumentCondition.Test.LIKE, "/etc*");
    for (var mode : List.of(Mode.ASK, Mode.PERSON, Mode.DENY)) {
      var rule = new ApprovalSettings.Rule(mode, "", 1, List.of(off));
      var params = "{\"name\":\"delete\",\"arguments\":{\"path\":\"%s\"}" + beside + "}";
      var settings = settings(Mode.ALLOW, Mode.ALLOW);
      assertThat(gates(settings, rule, null, params.formatted("/etc/x"))).isNotEmpty();
      assertThat(gates(settings, rule, null, params.formatted("/srv/x"))).isEmpty();
    }
  }

  @Test
  void hints() {
    assertThat(gates(Mode.ALLOW, Mode.ALLOW, null)).isEmpty();
    assertThat(gates(Mode.ALLOW, Mode.ALLOW, tool(false, false))).isEmpty();
    assertThat(gates(Mode.ASK, Mode.ALLOW, tool(true, true))).isNotEmpty();
    assertThat(gates(Mode.ASK, Mode.ALLOW, tool(true, false))).isEmpty();
    assertThat(gates(Mode.ASK, Mode.ALLOW, tool(false, false))).isEmpty();
    assertThat(gates(Mode.ALLOW, Mode.ASK, tool(false, false))).isNotEmpty();
    assertThat(gates(Mode.ALLOW, Mode.ASK, tool(true, true))).isEmpty();
  }

  @Test
  @DisplayName("The author of a tool makes it stricter than its kind is, never looser")
  void declared() {
    for (var need : List.of(ApprovalNeed.ASK, ApprovalNeed.PERSON)) {
      assertThat(gates(Mode.ALLOW, Mode.ALLOW, tool(true, false, need)))
          .first()
          .extracting(Gate::mayWait)
          .isEqualTo(true);
      assertThat(gates(Mode.DENY, Mode.ALLOW, tool(true, true, need)))
          .singleElement()
          .extracting(Gate::mayWait)
          .isEqualTo(false);
      var lifted = new ApprovalSettings.Rule(Mode.ALLOW, "", 1);
      var settings = settings(Mode.ALLOW, Mode.ALLOW);
      assertThat(gates(settings, lifted, tool(true, false, need), "{\"name\":\"delete\"}"))
          .isEmpty();
    }
  }

  private static ApprovalSettings.Rule rule(Mode mode, int approvers, String... when) {
    var path = new ArgumentCondition("/path", ArgumentCondition.Test.LIKE, "/etc*");
    return new ApprovalSettings.Rule(
        mode, "", approvers, when.length == 0 ? List.of() : List.of(path));
  }

  @Test
  @DisplayName(
      "What has changed while a person decided is refused where it is another, or stricter")
  void changedMeanwhile() {
    var call = new CallInfo(new CallId("n", 0, 0), "delete", "files", Caller.LOCAL, Instant.EPOCH);
    var rule = new AtomicReference<>(rule(Mode.ASK, 1));
    var tool = new AtomicReference<>(tool("one"));
    var said = new ApprovalGates.Said(() -> policy(rule.get()), tool::get);
    var params = "{\"name\":\"delete\",\"arguments\":{\"path\":\"/srv\"}}";
    var last = gates(() -> settings(Mode.ALLOW, Mode.ALLOW), said, params).getLast();
    assertThatCode(() -> last.enter(call)).doesNotThrowAnyException();

    for (var same : List.of("one", "")) {
      tool.set(tool(same));
      assertThatCode(() -> last.enter(call)).doesNotThrowAnyException();
    }
    tool.set(tool("two"));
    assertThatThrownBy(() -> last.enter(call)).hasMessageContaining("The tool has changed");
    tool.set(tool("one"));

    for (var looser : List.of(rule(Mode.ALLOW, 1), rule(Mode.DENY, 1, "elsewhere"))) {
      rule.set(looser);
      assertThatCode(() -> last.enter(call)).doesNotThrowAnyException();
    }
    for (var stricter : List.of(rule(Mode.DENY, 1), rule(Mode.PERSON, 1), rule(Mode.ASK, 2))) {
      rule.set(stricter);
      assertThatThrownBy(() -> last.enter(call))
          .hasMessageContaining("The configuration has changed");
    }
  }

  @Test
  @DisplayName("The name that a client gives itself counts, and where none is named the hints do")
  void clients() {
    var allowed = new ApprovalSettings.Rule(Mode.ALLOW, "", 1);
    var cases =
        List.of(
            new ApprovalSettings.ForClients(Glob.ANY, new Glob("me"), allowed),
            new ApprovalSettings.ForClients(Glob.ANY, new Glob("m*"), rule(Mode.DENY, 1)));
    var said = new ApprovalGates.Said(() -> policy(new OfTool(cases)), () -> tool(true, true));
    var settings = settings(Mode.ASK, Mode.ALLOW);
    client = "me";
    assertThat(gates(() -> settings, said, "{}")).isEmpty();
    client = "mine";
    assertThat(gates(() -> settings, said, "{}"))
        .singleElement()
        .extracting(Gate::mayWait)
        .isEqualTo(false);
    client = "other";
    assertThat(gates(() -> settings, said, "{}")).hasSize(2);
  }

  @Test
  @DisplayName("A configuration that becomes stricter for this client alone refuses what waited")
  void clientsMeanwhile() {
    var call = new CallInfo(new CallId("n", 0, 0), "delete", "files", Caller.LOCAL, Instant.EPOCH);
    var now = new AtomicReference<>(OfTool.of(rule(Mode.ASK, 1)));
    var said = new ApprovalGates.Said(() -> policy(now.get()), () -> tool("one"));
    client = "me";
    var last = gates(() -> settings(Mode.ALLOW, Mode.ALLOW), said, "{}").getLast();
    client = "a name that it takes meanwhile";
    for (var named : List.of("me", "other")) {
      now.set(
          new OfTool(
              List.of(
                  new ApprovalSettings.ForClients(Glob.ANY, new Glob(named), rule(Mode.DENY, 1)),
                  new ApprovalSettings.ForClients(Glob.ANY, Glob.ANY, rule(Mode.ASK, 1)))));
      if (named.equals("me")) {
        assertThatThrownBy(() -> last.enter(call))
            .hasMessageContaining("The configuration has changed");
      } else {
        assertThatCode(() -> last.enter(call)).doesNotThrowAnyException();
      }
    }
  }

  @Test
  @DisplayName("A call that needs more people than can be asked is refused, not asked about")
  void people() {
    assertThat(Place.API.refusal(rule(Mode.ASK, 2), false)).isNull();
    assertThat(Place.TERMINAL.refusal(rule(Mode.PERSON, 1), false)).isNull();
    assertThat(Place.TERMINAL.refusal(rule(Mode.ASK, 2), false)).contains("the yes of 2 people");
    assertThat(Place.NONE.refusal(rule(Mode.ASK, 1), true)).isNull();
    assertThat(Place.NONE.refusal(rule(Mode.ASK, 2), true)).contains("the yes of 2 people");
    assertThat(Place.NONE.refusal(rule(Mode.ASK, 1), false)).contains("a person's yes");
  }

  @Test
  @DisplayName("Until a list has named the tool, it may be any")
  void unknown() {
    assertThat(gates(Mode.ASK, Mode.ALLOW, null)).isNotEmpty();
    assertThat(gates(Mode.ALLOW, Mode.ASK, null)).isNotEmpty();
    assertThat(gates(Mode.ASK, Mode.DENY, null))
        .singleElement()
        .extracting(Gate::mayWait)
        .isEqualTo(false);
  }
}
