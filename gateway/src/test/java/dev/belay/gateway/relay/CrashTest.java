package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.StdioHarness.isError;
import static dev.belay.gateway.relay.StdioHarness.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("P11: a crash fails its calls at once, with the reason, and the server comes back")
final class CrashTest extends Closing {
  /** How long a process may go on with its input closed, from the first message it lost. */
  private static final Duration CLOSED = Duration.ofSeconds(5);

  @Tag("process")
  @Test
  @DisplayName("Calls in flight get the exit code and the last words; what is asked next works")
  void callsInFlightHearHowItEnded() throws InterruptedException {
    var rope = opened(ServerProcesses.over("--ignore-ping").initialized());
    rope.client().call("state", "{\"set\":\"remembered\"}");
    rope.begin("1", "hang", "{}");
    rope.client().request("2", "ping", "{}");
    rope.awaitUpstream("ping");
    var answer = rope.client().call("crash", "{\"code\":42}");

    for (var failed : new String[] {"1", answer.at("id").raw()}) {
      var result = rope.client().awaitResponse(failed);
      assertThat(isError(result)).isTrue();
      assertThat(text(result))
          .isEqualTo(
              "The server \"faulty\" ended unexpectedly (exit code 42). "
                  + "Last lines of its stderr:\nfaulty: about to crash\nfaulty: last words\n"
                  + "This call has no result. Call again if the tool is safe to repeat.");
    }
    var passed = rope.client().awaitResponse("2");
    assertThat(passed.at("error", "code").raw()).isEqualTo("-32603");
    assertThat(passed.at("error", "message").text()).contains("exit code 42", "last words");

    var next = rope.passCall("state", "{}");
    assertThat(text(next)).isEqualTo("fresh");
    assertThat(SuspectTest.notices(next))
        .singleElement()
        .asString()
        .contains("exit code 42", "may have lost its state");
    assertThat(rope.pids()).hasSize(2);
  }

  @Test
  @DisplayName("C1, S4-37: where failures are errors of JSON-RPC, so are crashes and time-outs")
  void errorsOfJsonRpc() throws InterruptedException {
    var rope =
        opened(
            StdioHarness.over()
                .yaml("mcp: { errors: { mode: jsonrpc } }")
                .with("timeout", "0.3")
                .initialized());
    // The clock stands still for the first, which its crash ends and no limit.
    var crashed = rope.client().call("crash", "{}");
    for (var answer : List.of(crashed, rope.passCall("hang", "{}"))) {
      assertThat(answer.at("result").present()).isFalse();
      assertThat(answer.at("error", "code").raw()).isEqualTo("-32603");
    }
    var late = rope.passCall("hang", "{}").at("error");
    assertThat(late.at("message").text()).startsWith("Tool exceeded wall-clock limit of 0.3s.");
    assertThat(late.at("data", "dev.belay/outcome", "outcome").text()).isEqualTo("timed out");
  }

  @Tag("process")
  @Test
  @DisplayName("An answer that was written before the end still counts")
  void whatWasAnsweredBeforeTheEndCounts() throws InterruptedException {
    var rope = opened(ServerProcesses.over().command("/bin/sh", "-c", LAST_WORDS).start());
    rope.client().request("1", "anything", "{}");
    assertThat(rope.client().awaitResponse("1").at("result", "n").raw()).isEqualTo("1");
  }

  private static final String LAST_WORDS =
      "read line; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"n\":1}}'; exit 3";

  @Tag("process")
  @Test
  @DisplayName("What it leaves behind is killed, also where that keeps its output open")
  void whatItLeavesBehindIsKilled() throws InterruptedException {
    var rope = opened(ServerProcesses.over().initialized());
    rope.client().call("spawn", "{\"kind\":\"hold_stdout\"}");
    rope.client().call("spawn", "{\"kind\":\"daemon\"}");
    rope.client().call("spawn", "{\"kind\":\"setsid\"}");
    assertThat(isError(rope.passCall("crash", "{}"))).isTrue();
    rope.passUntilGone(rope.spawned());
    assertThat(text(rope.passCall("echo", "{\"text\":\"back\"}"))).isEqualTo("back");
  }

  @Test
  @DisplayName("After five crashes within a minute it stays down, with an error that says so")
  void afterFiveCrashesItStaysDown() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    for (int i = 0; i < 5; i++) {
      assertThat(text(rope.passCall("crash", "{}"))).contains("exit code 42");
    }
    var refused = rope.client().call("echo", "{\"text\":\"a\"}");
    assertThat(isError(refused)).isTrue();
    assertThat(text(refused))
        .contains("exit code 42", "ended 5 times within a minute and stays down")
        .contains("tried again 30s after its last end");
    assertThat(rope.client().ask("tools/list", "{}").at("error", "message").text())
        .contains("stays down");
    assertThat(rope.pids()).hasSize(5);
  }

  @Test
  @DisplayName("Crashes and calls at once: each call ends exactly once, and the rest is served")
  void crashesAndCallsAtOnce() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    for (int round = 1; round <= 3; round++) {
      for (int i = 0; i < 50; i++) {
        rope.send("" + (1000 * round + i), "echo", "{\"text\":\"a\"}", "{}");
        if (i == 20) {
          rope.send("\"crash" + round + "\"", "crash", "{}", "{}");
        }
      }
    }
    for (int round = 1; round <= 3; round++) {
      for (int i = 0; i < 50; i++) {
        rope.passUntilResponse("" + (1000 * round + i));
      }
      rope.passUntilResponse("\"crash" + round + "\"");
    }
    assertThat(text(rope.passCall("echo", "{\"text\":\"b\"}"))).isEqualTo("b");
    assertThat(rope.session().inFlight().all()).isEmpty();
  }

  /** Its first process reads no more after one call, and does not end by itself. */
  private static final String EXITING =
      """
      starts=$(($(cat "$0" 2>/dev/null || echo 0) + 1)); echo $starts > "$0"
      while read -r line; do
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\("[^"]*"\\|[0-9]*\\).*/\\1/p')
        result='{}'
        case $line in
          *'"initialize"'*) result='{"protocolVersion":"2025-11-25","capabilities":{},\
      "serverInfo":{"name":"s","version":"1"}}' ;;
          *'"tools/call"'*) result='{"content":[{"type":"text","text":"process '$starts'"}]}' ;;
          *'"id"'*) ;;
          *) continue ;;
        esac
        case $starts$line in 1*'"tools/call"'*) exec 0<&- ;; esac
        printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$result"
        case $starts$line in 1*'"tools/call"'*) exec sleep 1000 ;; esac
      done
      """;

  @Tag("process")
  @ParameterizedTest
  @ValueSource(strings = {"tools/list", "tools/call"})
  @DisplayName(
      "FAULT-4: what a process that closed its input cannot have read goes to the next one")
  void whatWasNotReadGoesToTheNext(String method) throws InterruptedException {
    var setup = ServerProcesses.over().with("era", "legacy");
    var starts = setup.directory.resolve("starts").toString();
    var crowd = opened(MultiClientHarness.of(setup.command("/bin/sh", "-c", EXITING, starts)));
    var guest = crowd.legacy();
    assertThat(guest.call("any", "{}").text()).isEqualTo("process 1");
    var unread = guest.ask(method, "{\"name\":\"any\",\"arguments\":{}}");
    crowd.time().pass(CLOSED);
    crowd.pass(Duration.ZERO, "an answer", unread::isOver);
    assertThat(unread.answer().raw()).contains("\"result\"").doesNotContain("isError");
    assertThat(guest.call("any", "{}").text()).isEqualTo("process 2");
  }

  /** None of its processes reads anything after its opening; each ends by a file of its own. */
  private static final String UNREADING =
      """
      echo >>"$0.starts"
      while read -r line; do
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\("[^"]*"\\|[0-9]*\\).*/\\1/p')
        case $line in *'"initialize"'*) ;; *) continue ;; esac
        exec 0<&-
        printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25",' "$id"
        printf '"capabilities":{},"serverInfo":{"name":"s","version":"1"}}}\\n'
        until [ -e "$0" ]; do sleep 0.05; done
        rm "$0"
        exit 7
      done
      """;

  @Tag("process")
  @Test
  @DisplayName("FAULT-4: what no process reads is given up before the server stays down for it")
  void whatNoProcessReadsIsGivenUp() throws IOException, InterruptedException {
    var setup = ServerProcesses.over();
    var gate = setup.directory.resolve("gate");
    var rope = opened(setup.command("/bin/sh", "-c", UNREADING, gate.toString()).initialized());
    rope.client().request("1", "tools/list", "{}");
    rope.client().request("2", "prompts/list", "{}");
    var starts = setup.directory.resolve("gate.starts");
    for (int started = 1; rope.answers("1").isEmpty(); started++) {
      int count = started;
      // Belay's own opening is one open request, so two are those of the client.
      Patience.await(
          () ->
              !rope.answers("1").isEmpty()
                  || (Files.readAllLines(starts).size() == count
                      && rope.upstream().openRequests() == 2),
          () -> "they were not sent to process " + count);
      Files.createFile(gate);
      rope.await(() -> Files.notExists(gate) || !rope.answers("1").isEmpty(), () -> "it stays");
    }
    assertThat(rope.passUntilResponse("1").at("error", "message").text())
        .contains("exit code 7")
        .doesNotContain("stays down");
  }
}
