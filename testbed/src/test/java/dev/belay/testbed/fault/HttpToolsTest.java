package dev.belay.testbed.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("every tool of the server on pipes is there over HTTP")
@Tag("process")
class HttpToolsTest extends FaultyHttpFixture {
  private static final Set<Fault> WITHOUT_A_RESULT =
      EnumSet.of(
          Fault.ASK,
          Fault.CRASH,
          Fault.ABORT,
          Fault.SPAWN,
          Fault.SPAWN_AND_HANG,
          Fault.HANG,
          Fault.HANG_HONOURING_CANCEL,
          Fault.ANSWER_AFTER_CANCEL,
          Fault.BEAT_FOREVER,
          Fault.WRONG_ID,
          Fault.RESULT_NULL);

  @Test
  void aToolThatAnswersDoesSoInBothErasByAStream() throws IOException, InterruptedException {
    try (var running = FaultyHttp.start("--era", "both")) {
      for (var answer : answers(running)) {
        assertThat(answer.isWhole()).isTrue();
        assertThat(answer.messages())
            .as(answer.toString())
            .anyMatch(message -> message.at("result").present());
      }
    }
  }

  @Test
  void aToolThatAnswersDoesSoInBothErasByABody() throws IOException, InterruptedException {
    try (var running = FaultyHttp.start("--era", "both", "--http-json")) {
      for (var answer : answers(running)) {
        assertThat(answer.isWhole()).isTrue();
        assertThat(answer.body()).as(answer.toString()).isNotEmpty();
      }
    }
  }

  private List<HttpAnswer> answers(FaultyHttp running) throws InterruptedException {
    var old = keep(ScriptedHttpClient.legacy(running.url()));
    var young = keep(ScriptedHttpClient.modern(running.url()));
    old.initialize("2025-11-25");
    var answers = new ArrayList<HttpAnswer>();
    for (var fault : EnumSet.complementOf(EnumSet.copyOf(WITHOUT_A_RESULT))) {
      for (var client : List.of(old, young)) {
        var answer = call(client, fault.tool(), "{\"ms\":1,\"bytes\":100000,\"count\":50}");
        assertThat(answer.status()).as(fault.tool()).isEqualTo(200);
        var _ = answer.awaitEnd();
        answers.add(answer);
      }
    }
    return answers;
  }

  @Test
  void aToolThatAnswersTwiceOrUnderAnotherIdDoesSoInItsStream()
      throws IOException, InterruptedException {
    var client = legacy();
    assertThat(call(client, "double_answer", "{}").awaitEnd()).isEmpty();
    var twice = call(client, "double_answer", "{}");
    assertThat(twice.isWhole()).isTrue();
    assertThat(twice.messages()).hasSize(2);

    var wrong = call(client, "wrong_id", "{}");
    assertThat(wrong.isWhole()).isTrue();
    assertThat(wrong.response().at("id").raw()).isEqualTo("999999999");
  }

  @Test
  void aCrashEndsEveryConnection() throws IOException, InterruptedException {
    var client = legacy();
    var hanging = call(client, "hang", "{}");
    assertThat(hanging.status()).isEqualTo(200);
    var crash = call(client, "crash", "{}");

    assertThat(crash.isWhole()).isFalse();
    assertThat(hanging.isWhole()).isFalse();
  }

  @Test
  void aTaskGoesOnAfterItsResponseAndReportsOnTheOtherStream()
      throws IOException, InterruptedException {
    var client = legacy();
    var stream = client.listen();
    assertThat(stream.status()).isEqualTo(200);
    var created =
        client.ask(
            "tools/call",
            "{\"name\":\"task\",\"arguments\":{\"everyMs\":1},\"task\":{},"
                + "\"_meta\":{\"progressToken\":\"t\"}}");
    var id = created.at("result", "task", "taskId").raw();

    stream.awaitMethod("notifications/tasks/status");
    assertThat(stream.messages()).hasSize(4);
    assertThat(text(client.ask("tasks/result", "{\"taskId\":" + id + "}"))).isEqualTo("task done");
  }
}
