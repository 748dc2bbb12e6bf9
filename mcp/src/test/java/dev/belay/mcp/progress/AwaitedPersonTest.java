package dev.belay.mcp.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.approval.Approval;
import dev.belay.core.approval.Approvals;
import dev.belay.core.approval.Decision;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Payload;
import dev.belay.core.time.Simulation;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A client whose call waits for a person hears so")
final class AwaitedPersonTest {
  private final Simulation time = new Simulation(1);
  private final Approvals approvals = new Approvals(time, _ -> {});
  private final Governor governor = new Governor(GovernorOptions.simulated(time, 1));
  private final List<Envelope> told = new ArrayList<>();

  private Call waiting() {
    var asked = new Approval.Asked("files", "delete", "{}", "d", "v1", "", false);
    var terms = new Approval.Terms(Duration.ofSeconds(120), Duration.ofSeconds(120), 1, true);
    var call =
        governor.start(
            CallRequest.of("delete", Payload.EMPTY)
                .withGates(approvals.gate(asked, terms, Approvals.Requester.NONE)),
            context -> {
              time.sleep(Duration.ofSeconds(30));
              return Payload.EMPTY;
            },
            _ -> {});
    time.runFor(Duration.ofMillis(1));
    return call;
  }

  private List<String> messages() {
    return told.stream()
        .map(one -> Objects.requireNonNull(one.text(Member.PARAMS_MESSAGE)))
        .toList();
  }

  @Test
  @DisplayName("S3-16…S3-21: after 5 s and then every 10 s, by S3-18's texts, with rising values")
  void texts() {
    var call = waiting();
    var progress =
        new ClientProgress(
            RequestId.of(1),
            (_, message) -> told.add(Envelope.parseOwn(message)),
            time,
            KeepAlive.DEFAULT);
    progress.follow(call);
    time.runFor(Duration.ofSeconds(5));
    assertThat(told).hasSize(1);
    time.runFor(Duration.ofSeconds(40));
    assertThat(messages())
        .containsExactly(
            "Awaiting user approval...",
            "User reviewing command...",
            "Still awaiting approval...",
            "User is reviewing...",
            "Awaiting user approval...");
    assertThat(told)
        .map(one -> new BigDecimal(Objects.requireNonNull(one.number(Member.PARAMS_PROGRESS))))
        .isSorted()
        .doesNotHaveDuplicates();
    var _ =
        approvals.decide(
            call.info().id(), new Decision(true, Decision.Scope.ONCE, "ann", "api", ""));
    time.runFor(Duration.ofSeconds(11));
    assertThat(messages().getLast()).startsWith("Still running, ");
    progress.close();
  }
}
