package dev.belay.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.client.ScriptedHttpClient;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

@DisplayName("every tool of the server on pipes is there over HTTP")
class HttpToolsTest extends FaultyHttpFixture {
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {
        "ASK",
        "CRASH",
        "ABORT",
        "SPAWN",
        "SPAWN_AND_HANG",
        "HANG",
        "HANG_HONOURING_CANCEL",
        "ANSWER_AFTER_CANCEL",
        "BEAT_FOREVER",
        "WRONG_ID",
        "RESULT_NULL"
      })
  void aToolThatAnswersDoesSoInBothErasAndForms(Fault fault)
      throws IOException, InterruptedException {
    for (var form : new String[][] {{"--era", "both"}, {"--era", "both", "--http-json"}}) {
      try (var running = FaultyHttp.start(form);
          var old = ScriptedHttpClient.legacy(running.url());
          var young = ScriptedHttpClient.modern(running.url())) {
        old.initialize("2025-11-25");
        for (var client : new ScriptedHttpClient[] {old, young}) {
          var answer = call(client, fault.tool(), "{\"ms\":1,\"bytes\":100000,\"count\":50}");
          assertThat(answer.status()).isEqualTo(200);
          assertThat(answer.isWhole()).isTrue();
          if (form.length == 2) {
            assertThat(answer.messages()).anyMatch(message -> message.at("result").present());
          } else {
            assertThat(answer.body()).isNotEmpty();
          }
        }
      }
    }
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
