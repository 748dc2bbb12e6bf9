package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.StdioHarness.isError;
import static dev.belay.gateway.relay.StdioHarness.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Garbage of a server is reported and skipped, and no answer is lost or given twice")
final class BadServerTest extends Closing {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "stdout_noise | {'lines':3} | after the garbage | npm notice: line 3 of noise",
        "wrong_id | {'answer':true} | after the garbage | answered a request that it was never"
            + " sent",
        "double_answer | {} | first | second"
      })
  @DisplayName("What is no answer to a call is reported and dropped")
  void whatIsNoAnswerIsReported(String tool, String arguments, String text, String report)
      throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.send("1", tool, arguments.replace('\'', '"'), "{}");
    assertThat(text(rope.client().awaitResponse("1"))).isEqualTo(text);
    rope.awaitReport(report);
    rope.settle();
    assertThat(rope.answers("1")).hasSize(1);
    assertThat(rope.answers("999999999")).isEmpty();
  }

  @Tag("process")
  @Test
  @DisplayName("A broken member of a batch is reported, and those behind it count all the same")
  void aBrokenMemberOfABatchIsSkippedAlone() throws InterruptedException {
    var script =
        "read -r line; echo '[{\"jsonrpc\":\"2.0\",\"id\":[],\"result\":{}},"
            + "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"got\":1}}]'; cat > /dev/null";
    var rope = opened(ServerProcesses.over().command("/bin/sh", "-c", script).start());
    rope.client().request("1", "anything", "{}");
    assertThat(rope.client().awaitResponse("1").at("result", "got").raw()).isEqualTo("1");
    rope.awaitReport("\"id\":[]");
  }

  @Tag("process")
  @ParameterizedTest
  @CsvSource({
    "M,{},-32601,There is no method MMM",
    "tasks/get,{\"taskId\":\"M\"},-32602,There is no such task.",
    "roots/list,[],-32600,must be an object"
  })
  @DisplayName("A request of a server that goes no further is answered all the same")
  void aRefusedQuestionIsAnswered(String method, String params, String code, String why)
      throws InterruptedException {
    var question =
        "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"%s\",\"params\":%s}"
            .formatted(method, params)
            .replace("M", "M".repeat(10_000));
    var script =
        "read line; echo '%s'; read -r answer; ".formatted(question)
            + "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"got\":'\"$answer\"'}}'; cat >"
            + " /dev/null";
    var rope = opened(ServerProcesses.over().command("/bin/sh", "-c", script).start());
    rope.client().request("1", "anything", "{}");
    var got = rope.client().awaitResponse("1").at("result", "got");
    assertThat(got.at("id").text()).isEqualTo("q");
    assertThat(got.at("error", "code").raw()).isEqualTo(code);
    assertThat(got.at("error", "message").raw()).contains(why);
    assertThat(got.raw()).hasSizeLessThan(1_000);
  }

  @Test
  @DisplayName("P13: an answer beyond the line bound fails its call, the others go on")
  void aGiantAnswerFailsItsOwnCall() throws IOException, InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    var gate = rope.gate();
    rope.send("1", "sleep", gate.arguments(), "{}");
    rope.send("2", "giant_line", "{}", "{}");
    var giant = rope.client().awaitResponse("2");
    assertThat(isError(giant)).isTrue();
    assertThat(text(giant)).contains("longer than 10485760 bytes (mcp.max_line_bytes)");
    assertThat(rope.answers("1")).isEmpty();
    gate.open();
    assertThat(text(rope.client().awaitResponse("1"))).isEqualTo("slept");
    assertThat(rope.pids()).hasSize(1);
  }

  @Tag("process")
  @Test
  @DisplayName("One that does not name its call first fails the only one that is open")
  void aGiantAnswerWithItsIdLast() throws InterruptedException {
    var rope =
        opened(
            ServerProcesses.over()
                .mcp("max_line_bytes", "65536")
                .command("/bin/sh", "-c", ID_LAST)
                .start());
    var answer = rope.client().call("x", "{}");
    assertThat(text(answer)).contains("longer than 65536 bytes");
  }

  private static final String ID_LAST =
      "read line; printf '{\"result\":{\"x\":\"%0100000d\"},\"jsonrpc\":\"2.0\",\"id\":1}\\n' 0; "
          + "cat > /dev/null";

  @Test
  @DisplayName("A result just within the bound passes whole")
  void aLargeResultPasses() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    assertThat(text(rope.client().call("big_result", "{\"bytes\":9000000}"))).hasSize(9_000_000);
  }

  @Tag("process")
  @Test
  @DisplayName("P21: a broken question of the server does not end a call of the same number")
  void aBrokenQuestionEndsNoCall() throws InterruptedException {
    var rope = opened(ServerProcesses.over().command("/bin/sh", "-c", BROKEN_QUESTION).start());
    rope.send("5", "x", "{}", "{}");
    assertThat(rope.client().awaitResponse("5").at("result", "ok").raw()).isEqualTo("true");
  }

  private static final String BROKEN_QUESTION =
      """
      read line
      echo '{"jsonrpc":"2.0","id":1,"method":"roots/list","params":[]}'
      echo '{"jsonrpc":"2.0","id":1,"result":{"ok":true}}'
      cat > /dev/null
      """;

  @Test
  @DisplayName("A flood of notifications passes while the client reads")
  void aFloodOfNotificationsPasses() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    assertThat(text(rope.client().call("flood_notifications", "{\"count\":500}")))
        .isEqualTo("flooded");
    assertThat(rope.client().received(m -> m.at("method").text().equals("notifications/message")))
        .hasSize(500);
  }
}
