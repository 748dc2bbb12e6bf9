package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.journal.CallEvent;
import dev.belay.gateway.call.Decisions.Decision;
import dev.belay.gateway.client.Guest;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that take longer than their clients wait (S3-24, S3-29, C13). */
final class HandedOffTest extends LongCalls {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("A slow call is answered in time, goes on, and its result can be fetched")
  void aSlowCall(boolean modern) throws IOException, InterruptedException {
    var guest = crowd.guest(modern);
    var gate = crowd.gate();
    var handle = handedOff(guest, gate).result();
    assertThat(handle.at("isError").present()).isFalse();
    assertThat(handle.at("resultType").present()).isEqualTo(modern);
    assertThat(handle.at("structuredContent", "status").text()).isEqualTo("running");
    assertThat(said(handle))
        .startsWith("Still running: sleep has taken ")
        .contains("job_result {\"job_id\":\"" + id(handle) + "\"}");
    assertThat(crowd.governor().directory().calls()).as("it goes on").hasSize(1);
    assertThat(crowd.events(CallEvent.HandedOff.class)).hasSize(1);
    crowd.await("the audit", () -> !crowd.decisions.isEmpty());
    assertThat(crowd.decisions)
        .containsExactly(
            new Decision(
                "job", "handed off", "local", id(handle), "its client has waited for 50 s"));

    var status = guest.call("job_status", of(id(handle)));
    assertThat(status.text()).startsWith("Job " + id(handle) + " (sleep) has run for ");
    var result = guest.call("job_result", of(id(handle)));
    gate.open();
    assertThat(result.text()).isEqualTo("slept");
    var again = guest.call("job_result", of(id(handle))).result();
    assertThat(again.at("resultType").present()).isEqualTo(modern);
    assertThat(said(again)).isEqualTo("slept");
    assertThat(guest.call("job_list", "{}").text()).contains(id(handle), "has completed");
    assertThat(crowd.log("call")).as("it ran once").containsExactly("sleep");
  }

  @Test
  @DisplayName("A client that has left is not answered, though it asks of jobs for the first time")
  void late() throws InterruptedException {
    var guest = crowd.legacy();
    guest.leave();
    var asked = guest.call("job_list", "{}");
    crowd.await("its end", asked::isOver);
    assertThat(asked.ends()).containsExactly("nothing");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("A job is cancelled by its id, and its server told")
  void cancelled(boolean modern) throws InterruptedException {
    var guest = crowd.guest(modern);
    var job = id(handedOff(guest, crowd.gate()).result());
    var ended = guest.call("job_cancel", of(job)).result();
    assertThat(ended.at("structuredContent", "status").text()).isEqualTo("cancelled");
    crowd.awaitGot("notifications/cancelled", 1);
    var result = guest.call("job_result", of(job)).result();
    assertThat(result.at("isError").raw()).isEqualTo("true");
    assertThat(said(result)).startsWith("[CANCELLED]");
    assertThat(guest.call("job_cancel", of(job)).text()).contains("has ended: [CANCELLED]");
  }

  @Test
  @DisplayName("A client that leaves, or takes the request back, does not end the job")
  void leaving() throws IOException, InterruptedException {
    var guest = crowd.legacy();
    var gate = crowd.gate();
    var asked = handedOff(guest, gate);
    var job = id(asked.result());
    guest.cancel(asked.id());
    guest.leave();
    assertThat(crowd.governor().directory().calls()).hasSize(1);
    gate.open();
    assertThat(crowd.modern().call("job_result", of(job)).text()).isEqualTo("slept");
  }

  @Test
  @DisplayName("A client that is being asked keeps its call, and waits anew after its answer")
  void whileAsked() throws InterruptedException {
    var guest = crowd.modern();
    var round = crowd.endRound(guest.call("ask", RoundsTest.ASK));
    assertThat(round.at("resultType").text()).isEqualTo("input_required");
    crowd.time().advance(Duration.ofSeconds(60));
    assertThat(crowd.events(CallEvent.HandedOff.class)).isEmpty();
    var second = guest.retry("ask", RoundsTest.ASK, round, RoundsTest.answers(round));
    assertThat(Json.parse(second.text()).at("content", "colour").text()).isEqualTo("red");
  }

  @Test
  @DisplayName("A client that hears of progress keeps waiting")
  void withProgress() throws IOException, InterruptedException {
    var guest = crowd.modern();
    var gate = crowd.gate();
    var asked = guest.watch("sleep", gate.arguments());
    crowd.await("the call at its server", () -> crowd.log("call").contains("sleep"));
    crowd.time().advance(Duration.ofSeconds(100));
    gate.open();
    assertThat(asked.text()).isEqualTo("slept");
  }

  @Test
  @DisplayName("A job is its principal's alone; an id of no job is refused in the same words")
  void foreign() throws InterruptedException {
    var job = id(handedOff(crowd.modern(), crowd.gate()).result());
    var stranger = crowd.modern("somebody else", MultiClientHarness.ALL);
    for (var tool : new String[] {"job_status", "job_result", "job_cancel"}) {
      var refused = stranger.call(tool, of(job)).result();
      assertThat(refused.at("isError").raw()).isEqualTo("true");
      var made = job.substring(0, job.length() - 4) + "0000";
      var unknown = stranger.call(tool, of(made)).text();
      assertThat(said(refused).replace(job, made)).isEqualTo(unknown);
      assertThat(stranger.call(tool, of("nonsense")).text())
          .startsWith("There is no job nonsense.");
      assertThat(stranger.call(tool, "{}").text()).startsWith("job_id is required");
    }
    assertThat(stranger.call("job_list", "{}").text()).isEqualTo("There are no jobs.");
    assertThat(crowd.governor().directory().calls()).as("it goes on").hasSize(1);
  }

  @Test
  @DisplayName("The tools stand at the end of the list, once")
  void listed() throws InterruptedException {
    for (var guest : new Guest[] {crowd.legacy(), crowd.modern()}) {
      var tools = guest.ask("tools/list", "{}").result().at("tools");
      assertThat(tools.raw().split("\"name\":\"job_", -1)).hasSize(5);
      assertThat(tools.items().getFirst().at("name").text()).doesNotStartWith("job_");
    }
  }

  @Test
  @DisplayName("S2-15: a job says how long it may take, once enough calls have ended")
  void estimated() throws IOException, InterruptedException {
    var guest = crowd.modern();
    var first = slept(guest);
    assertThat(said(first)).contains("How long it takes is not known yet.");
    assertThat(first.at("structuredContent", "estimated_runtime_seconds").raw()).isEqualTo("null");
    for (int i = 1; i < 8; i++) {
      slept(guest);
    }
    var later = guest.call("sleep", crowd.gate().arguments()).result();
    // It is handed off at once, perhaps before it runs; how long it may take is said once it
    // does.
    crowd.await("the call at its server", () -> crowd.log("call").size() == 9);
    var status = guest.call("job_status", of(id(later))).result();
    assertThat(said(status)).contains(" left (half of the last 8 runs).");
    assertThat(later.at("structuredContent", "estimated_runtime_seconds").raw())
        .isNotEqualTo("null");
  }

  /** {@return the handle of a call that has run for 100 s since} */
  private Json slept(Guest guest) throws IOException, InterruptedException {
    var gate = crowd.gate();
    var handle = handedOff(guest, gate).result();
    crowd.time().advance(Duration.ofSeconds(49));
    gate.open();
    // The job ends only after its run time is recorded.
    crowd.await("its end", () -> crowd.jobs.open() == 0);
    return handle;
  }
}
