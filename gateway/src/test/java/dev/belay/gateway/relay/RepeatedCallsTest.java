package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import dev.belay.testbed.fault.Gate;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A call that repeats one which goes on as a job")
final class RepeatedCallsTest extends LongCalls {
  private static final String SAFE = "tools: { sleep: { read_only: true } }";

  private Asked repeat(Guest guest, Gate gate) {
    return guest.call("sleep", gate.arguments());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("starts nothing, and is told of the job, until its result was fetched")
  void toldInWords(boolean modern) throws IOException, InterruptedException {
    var guest = crowd.guest(modern);
    var gate = crowd.gate();
    var job = id(handedOff(guest, gate).result());
    var told = repeat(guest, gate).result();
    assertThat(told.at("isError").present()).isFalse();
    assertThat(told.at("resultType").present()).isEqualTo(modern);
    assertThat(id(told)).isEqualTo(job);
    assertThat(said(told))
        .startsWith("This call is already running as job " + job + "; nothing was started. Job ")
        .contains("job_result {\"job_id\":\"" + job + "\"}");
    // Its client is told of the job first, and may call again before the log is.
    crowd.await("both decisions", () -> crowd.decisions.size() == 2);
    assertThat(crowd.decisions.stream().map(one -> one.verdict() + " " + one.callId()))
        .containsExactlyInAnyOrder("handed off " + job, "not repeated " + job);

    gate.open();
    assertThat(guest.call("job_result", of(job)).text()).isEqualTo("slept");
    assertThat(crowd.log("call")).as("it ran once").hasSize(1);
    assertThat(repeat(guest, gate).text()).isEqualTo("slept");
    assertThat(crowd.log("call")).as("it ran again").hasSize(2);
  }

  @Test
  @DisplayName("starts nothing while the result waits to be fetched, and runs once told of it")
  void ended() throws IOException, InterruptedException {
    var guest = crowd.modern();
    var gate = crowd.gate();
    var job = id(handedOff(guest, gate).result());
    gate.open();
    awaitEnd();
    assertThat(repeat(guest, gate).text())
        .startsWith("This call has already run as job " + job + "; nothing was started. ")
        .endsWith("call again.");
    assertThat(repeat(guest, gate).text()).isEqualTo("slept");
    assertThat(crowd.log("call")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("runs once the result was fetched as that of a task")
  void fetchedAsTask(boolean modern) throws IOException, InterruptedException {
    var guest = crowd.guest(modern);
    var gate = crowd.gate();
    var job = id(handedOff(guest, gate).result());
    gate.open();
    awaitEnd();
    var reader =
        modern
            ? crowd.modern("local", "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}")
            : guest;
    var task = "{\"taskId\":" + Json.quote(job) + "}";
    reader.ask(modern ? "tasks/get" : "tasks/result", task).result();
    assertThat(repeat(guest, gate).text()).isEqualTo("slept");
    assertThat(crowd.log("call")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("joins the job of a tool that is safe to repeat, and gets its result after its end")
  void joins(boolean modern) throws IOException, InterruptedException {
    crowd.reload(SAFE);
    var guest = crowd.guest(modern);
    var gate = crowd.gate();
    var job = id(handedOff(guest, gate).result());
    var handle = repeat(guest, gate).result();
    assertThat(id(handle)).isEqualTo(job);
    assertThat(said(handle)).startsWith("Still running: sleep has taken ");
    gate.open();
    awaitEnd();
    var result = repeat(guest, gate).result();
    assertThat(said(result)).isEqualTo("slept");
    assertThat(result.at("resultType").present()).isEqualTo(modern);
    assertThat(crowd.log("call")).as("it ran once").hasSize(1);
    assertThat(repeat(guest, gate).text()).as("a new call").isEqualTo("slept");
    assertThat(crowd.log("call")).hasSize(2);
  }

  @Test
  @DisplayName("runs where the job was cancelled, its arguments are others, or its caller is")
  void others() throws IOException, InterruptedException {
    var guest = crowd.modern();
    var gate = crowd.gate();
    var job = id(handedOff(guest, gate).result());
    var other = crowd.gate();
    other.open();
    assertThat(repeat(guest, other).text()).isEqualTo("slept");
    var stranger = repeat(crowd.modern("somebody else", MultiClientHarness.ALL), gate);
    crowd.await("the stranger's call", () -> crowd.log("call").size() == 3);
    guest.call("job_cancel", of(job)).result();
    var again = repeat(guest, gate);
    crowd.await("the call again", () -> crowd.log("call").size() == 4);
    gate.open();
    assertThat(stranger.text()).isEqualTo("slept");
    assertThat(again.text()).isEqualTo("slept");
  }

  @ParameterizedTest
  @CsvSource({"'jobs: { join: never }'", "'tools: { sleep: { join: never } }'"})
  @DisplayName("runs where the configuration says so")
  void never(String yaml) throws IOException, InterruptedException {
    crowd.reload(yaml);
    var guest = crowd.modern();
    var gate = crowd.gate();
    handedOff(guest, gate).result();
    var again = repeat(guest, gate);
    crowd.await("the call again", () -> crowd.log("call").size() == 2);
    gate.open();
    assertThat(again.text()).isEqualTo("slept");
  }

  private void awaitEnd() throws InterruptedException {
    crowd.await("the end of the job", () -> crowd.jobs.open() == 0);
  }
}
