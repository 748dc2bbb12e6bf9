package dev.belay.gateway.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.ApprovalSettings;
import dev.belay.config.ApprovalSettings.Mode;
import dev.belay.config.ArgumentCondition;
import dev.belay.config.Settings;
import dev.belay.core.approval.Approvals;
import dev.belay.core.call.Gate;
import dev.belay.core.time.HandTime;
import dev.belay.gateway.call.CallPolicies;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.Handoff;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.mcp.era.Era;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName(
    "What a tool says of itself decides where no glob does, and in doubt a person is asked")
final class ApprovalGatesTest {
  private final HandTime time = new HandTime();

  private static ToolIndex.Tool tool(boolean isAnnotated, boolean destructive) {
    return new ToolIndex.Tool(
        List.of(),
        Set.of(),
        "digest",
        isAnnotated,
        destructive,
        false,
        false,
        false,
        ToolIndex.TaskSupport.FORBIDDEN);
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
        /* notices= */ null);
  }

  private List<Gate> gates(
      ApprovalSettings settings,
      ApprovalSettings.@Nullable Rule rule,
      ToolIndex.@Nullable Tool said,
      String params) {
    var asked =
        new Handoff.Asked(
            "ada",
            () -> null,
            "files",
            "delete",
            () -> false,
            () -> params.getBytes(StandardCharsets.UTF_8),
            () -> 0);
    var unset = new CallPolicies(Settings.defaults(), "files").of("delete");
    var policy =
        new CallPolicy(
            unset.limits(),
            unset.silence(),
            unset.lane(),
            unset.rate(),
            unset.job(),
            unset.estimate(),
            unset.join(),
            unset.onRestart(),
            rule,
            unset.repeats());
    return new ApprovalGates(
            new Approvals(time, _ -> {}), () -> settings, _ -> false, /* hasOthers= */ true, time)
        .of(
            policy,
            new Handoff.Waiting(Era.MODERN, false, false, null, asked),
            said,
            PersonAtClient.NONE);
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
      assertThat(gates(settings, rule, null, params.formatted("/etc/x"))).hasSize(1);
      assertThat(gates(settings, rule, null, params.formatted("/srv/x"))).isEmpty();
    }
  }

  @Test
  void hints() {
    assertThat(gates(Mode.ALLOW, Mode.ALLOW, null)).isEmpty();
    assertThat(gates(Mode.ALLOW, Mode.ALLOW, tool(false, false))).isEmpty();
    assertThat(gates(Mode.ASK, Mode.ALLOW, tool(true, true))).hasSize(1);
    assertThat(gates(Mode.ASK, Mode.ALLOW, tool(true, false))).isEmpty();
    assertThat(gates(Mode.ASK, Mode.ALLOW, tool(false, false))).isEmpty();
    assertThat(gates(Mode.ALLOW, Mode.ASK, tool(false, false))).hasSize(1);
    assertThat(gates(Mode.ALLOW, Mode.ASK, tool(true, true))).isEmpty();
  }

  @Test
  @DisplayName("Until a list has named the tool, it may be any")
  void unknown() {
    assertThat(gates(Mode.ASK, Mode.ALLOW, null)).hasSize(1);
    assertThat(gates(Mode.ALLOW, Mode.ASK, null)).hasSize(1);
    assertThat(gates(Mode.ASK, Mode.DENY, null))
        .singleElement()
        .extracting(Gate::mayWait)
        .isEqualTo(false);
  }
}
