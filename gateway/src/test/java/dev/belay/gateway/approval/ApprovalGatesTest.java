package dev.belay.gateway.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.ApprovalSettings;
import dev.belay.config.ApprovalSettings.Mode;
import dev.belay.config.Settings;
import dev.belay.core.approval.Approvals;
import dev.belay.core.call.Gate;
import dev.belay.core.time.HandTime;
import dev.belay.gateway.call.CallPolicies;
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
    var settings =
        new ApprovalSettings(
            Duration.ofSeconds(120),
            Duration.ofSeconds(30),
            Duration.ofHours(1),
            false,
            destructive,
            unannotated);
    var asked =
        new Handoff.Asked(
            "ada",
            () -> null,
            "files",
            "delete",
            () -> false,
            () -> "{\"name\":\"delete\"}".getBytes(StandardCharsets.UTF_8),
            () -> 0);
    return new ApprovalGates(
            new Approvals(time, _ -> {}), () -> settings, _ -> false, /* hasOthers= */ true, time)
        .of(
            new CallPolicies(Settings.defaults(), "files").of("delete"),
            new Handoff.Waiting(Era.MODERN, false, false, null, asked),
            said,
            PersonAtClient.NONE);
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
