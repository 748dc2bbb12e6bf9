package dev.belay.gateway.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.approval.Approvals;
import dev.belay.core.call.CallId;
import dev.belay.core.job.Estimator.Estimate;
import dev.belay.core.job.Job;
import dev.belay.core.job.Job.Step;
import dev.belay.core.job.Jobs;
import dev.belay.gateway.job.TaskText.Task;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.era.Era;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("C40: a job whose call waits for a person is input_required on every face")
final class ApprovedJobTest {
  private static final Job FOR_PERSON = job(Step.WAITING, Approvals.GATE);
  private static final Job FOR_ANSWER = job(Step.WAITING, "question to the client");

  private static Job job(Step step, @Nullable String waitsFor) {
    var estimate = new Estimate(Duration.ofSeconds(45), null, 8);
    return new Job(
        new CallId("local", 7, 1),
        "crawl",
        null,
        "ann",
        null,
        Instant.EPOCH,
        Duration.ZERO,
        Instant.EPOCH,
        new Job.State.Open(step, waitsFor, Duration.ofSeconds(30), null, estimate, 1));
  }

  private static JsonObject object(byte[] json) {
    return Objects.requireNonNull(JsonObject.of(json));
  }

  private static JsonObject fields(Job job) {
    return object(JobText.fields(job).bytes());
  }

  @Test
  @DisplayName("job_status and the API of jobs; one that waits for an answer is waiting")
  void fields() {
    assertThat(fields(FOR_PERSON).text("status")).isEqualTo("input_required");
    assertThat(fields(FOR_ANSWER).text("status")).isEqualTo("waiting");
    assertThat(JobText.statusText(FOR_PERSON)).contains("a person must allow it first");
  }

  @Test
  @DisplayName("A handle, which does not say that the tool runs")
  void handle() {
    var begun = new Jobs.Begun(FOR_PERSON, true);
    assertThat(JobText.handleText(begun))
        .startsWith(
            "Waiting for approval: crawl has waited 30 s for a person to allow it, and goes on in"
                + " the background as job local-");
    var handle = object(JobText.handle(begun));
    var structured = Objects.requireNonNull(handle.object("structuredContent"));
    assertThat(structured.text("status")).isEqualTo("input_required");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A task, which begins at work, and has no question for its client")
  void task(Era era) {
    var created = new String(TaskText.created(new Jobs.Begun(FOR_PERSON, true), era), UTF_8);
    assertThat(created)
        .contains("\"status\":\"working\"")
        .doesNotContain("input_required", "inputRequests");
    var task = object(TaskText.task(Task.of(FOR_PERSON), era));
    assertThat(task.text("status")).isEqualTo("input_required");
    var requests = task.object("inputRequests");
    switch (era) {
      case LEGACY -> assertThat(requests).isNull();
      case MODERN -> assertThat(requests).satisfies(none -> assertThat(none.names()).isEmpty());
    }
    var other = object(TaskText.task(Task.of(FOR_ANSWER), era));
    assertThat(other.text("status")).isEqualTo("working");
    assertThat(other.has("inputRequests")).isFalse();
  }

  @Test
  @DisplayName("The form of S2, which has two words, calls it queued, and its text says why")
  void seed() {
    var accepted = object(SeedText.accepted(FOR_PERSON.id(), fields(FOR_PERSON)));
    var data = Objects.requireNonNull(accepted.object("data"));
    assertThat(data.text("status")).isEqualTo("queued");
    assertThat(data.raw("estimated_runtime_seconds")).asString(UTF_8).isEqualTo("45.0");
    assertThat(accepted.raw("messages"))
        .asString(UTF_8)
        .contains("Operation waits for a person's approval. Estimated runtime: 45s");
  }
}
