package dev.belay.gateway.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.call.CallId;
import dev.belay.core.call.Payload;
import dev.belay.core.job.Job;
import dev.belay.gateway.upstream.UpstreamCall;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.server.RequestFailed;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What there is to read of a job that has ended")
final class JobTextTest {
  private static Payload answer(String body) {
    var json = "{\"jsonrpc\":\"2.0\",\"id\":1," + body.replace('\'', '"') + "}";
    return new Payload(UpstreamCall.DIALECT, json.getBytes(UTF_8));
  }

  private static Job.State.Ended ended(Payload result) {
    return new Job.State.Ended(
        Instant.EPOCH, Job.Ending.COMPLETED, "", "", result, Duration.ofSeconds(3));
  }

  private static Job job(Job.State.Ended end) {
    return new Job(
        new CallId("local", 7, 1),
        "crawl",
        null,
        "ann",
        null,
        Instant.EPOCH,
        Duration.ZERO,
        Instant.EPOCH,
        end);
  }

  @Test
  @DisplayName("Questions of its server are no result of a job")
  void questions() {
    var asked = answer("'result':{'resultType':'input_required','requestState':'s'}");
    for (var era : Era.values()) {
      assertThat(new String(JobText.result(ended(asked), era), UTF_8))
          .contains("\"isError\":true", "asked its client for input")
          .doesNotContain("input_required");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'error':{'code':7,'message':'No.'} | No.",
        "'result':{'isError':true,'content':[{'type':'image'},{'type':'text','text':'Why'}]} | Why",
        "'result':{'isError':true,'content':[]} | ~~",
        "'result':{'isError':true} | ~~",
        "'result':null | The tool gave no result (null).",
        "'result':{'content':[{'type':'text','text':'fine'}]} |",
        "'result':{'isError':false} |"
      })
  @DisplayName("A failure that a result reports is known by its first text")
  void failure(String body, String text) {
    assertThat(JobText.failure(answer(body))).isEqualTo(text);
  }

  @Test
  @DisplayName("A failure that a result reports is cut at 1,000 characters")
  void cut() {
    var text = JobText.failure(answer("'error':{'code':7,'message':'" + "x".repeat(9_000) + "'}"));
    assertThat(text).hasSize(1_000).endsWith("x…");
  }

  @Test
  @DisplayName("Without its result, as a list has it, a job still says that it has failed")
  void listed() {
    var end =
        new Job.State.Ended(
            Instant.EPOCH,
            Job.Ending.COMPLETED,
            Job.State.Ended.ERROR,
            "Why",
            answer("'result':{'isError':true}"),
            Duration.ofSeconds(3));
    var listed = job(end).listed();
    assertThat(JobText.statusText(listed))
        .contains("has ended with an error of its tool after 3 s");
    assertThat(TaskText.Task.of(listed).status(Era.LEGACY)).isEqualTo(TaskText.Status.FAILED);
    assertThat(JobText.fields(listed).toString()).contains("completed", "Why");
  }

  @Test
  @DisplayName("Before the end the next step to the result is named, with its arguments")
  void notYet() {
    var open = new Job.State.Open(Job.Step.RUNNING, null, Duration.ofSeconds(5), null);
    var job = job(ended(answer("'result':{}"))).in(open);
    assertThat(new String(JobText.notYet(job), UTF_8))
        .contains(
            "There is no result yet. Job " + job.id() + " (crawl) has run for 5 s.",
            "job_status {\\\"job_id\\\":\\\"" + job.id() + "\\\",\\\"wait_seconds\\\":45}",
            "\"status\":\"running\"");
  }

  @ParameterizedTest
  @CsvSource({"7, 7", "-32050, -32050", "-32020, -32603", "-32602, -32602"})
  @DisplayName("An error reaches a legacy client of a task as it would without one")
  void legacyErrors(int code, int told) {
    var end = ended(answer("'error':{'code':" + code + ",'message':'No.'}"));
    assertThatThrownBy(() -> TaskText.result(job(end), end))
        .isInstanceOfSatisfying(
            RequestFailed.class, failed -> assertThat(failed.code()).isEqualTo(told));
  }

  @Test
  @DisplayName("A capability that a legacy client lacks is named in the tool's result")
  void capability() throws RequestFailed {
    var end =
        ended(
            answer(
                "'error':{'code':-32021,'message':'No.','data':{'requiredCapabilities':"
                    + "{'sampling':{}}}}"));
    assertThat(new String(TaskText.result(job(end), end), UTF_8))
        .contains("\"isError\":true", "sampling", "related-task");
  }

  @ParameterizedTest
  @CsvSource({"7, 7", "-32050, -32603", "-32002, -32602"})
  @DisplayName("An error reaches a modern client of a task as it would without one")
  void modernErrors(int code, int told) {
    var end = ended(answer("'error':{'code':" + code + ",'message':'No.'}"));
    assertThat(new String(TaskText.task(TaskText.Task.of(job(end)), Era.MODERN), UTF_8))
        .contains("\"status\":\"failed\"", "\"code\":" + told + ",");
  }
}
