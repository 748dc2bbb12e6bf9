package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.isError;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("P1, P2, P3, P7: every fault by name ends over HTTP once, with a reason, in each era")
@Tag("process")
final class FaultsTest {
  private static final HandTime TIME = new HandTime();
  private static final Map<Era, Served> BEHIND = new EnumMap<>(Era.class);

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    for (var era : Era.values()) {
      BEHIND.put(
          era,
          Serve.process("--era", era.option())
              .on(TIME)
              .mcp("handoff_after", "0")
              .mcp("max_line_bytes", "1048576")
              .tool("beat_forever", "{\"timeout\":9}")
              .tool("spawn_and_hang", "{\"timeout\":9}")
              .start());
    }
  }

  @AfterAll
  static void close() throws IOException {
    for (var served : BEHIND.values()) {
      served.close();
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ECHO                | {"text":"hello"}                | {}              | false | hello
          ENV                 | {"name":"NO_SUCH"}              | {}              | false | null
          STATE               | {"set":"a"}                     | {}              | false |
          SLEEP               | {"ms":20}                       | {}              | false | slept
          PROGRESS            | {}                              | {"progressToken":"t"} | false | done
          STDERR              | {}                              | {}              | false | complained
          LIST_CHANGE         | {}                              | {}              | false | changed
          RESOURCE_CHANGE     | {"uri":"a:b"}                   | {}              | false | changed
          TASK                | {}                              | {}              | false | not run as a task
          BIG_RESULT          | {"bytes":900000}                | {}              | false | xxxxxxxx
          FLOOD_NOTIFICATIONS | {"count":300}                   | {}              | false | flooded
          FLOOD_PROGRESS      | {"count":3000}                  | {"progressToken":"t"} | false | flooded
          HANG                | {}                              | {"timeout":9000} | true  | No progress for 9s (idle timeout).
          HANG_HONOURING_CANCEL | {}                            | {"timeout":9000} | true  | No progress for 9s (idle timeout).
          IGNORE_CANCEL       | {"ms":60000}                    | {"timeout":9000} | true  | No progress for 9s (idle timeout).
          ANSWER_AFTER_CANCEL | {"ms":1}                        | {"timeout":9000} | true  | No progress for 9s (idle timeout).
          BEAT_FOREVER        | {"everyMs":20}                  | {}              | true  | Tool exceeded wall-clock limit of 9s.
          GIANT_LINE          | {"bytes":2000000}               | {}              | true  | longer than 1048576 bytes (mcp.max_line_bytes)
          INVALID_JSON        | {"answer":false}                | {}              | true  | sent an answer that is no message
          INVALID_JSON        | {"answer":true}                 | {}              | true  | sent an answer that is no message
          WRONG_ID            | {"answer":true}                 | {}              | false | after the garbage
          WRONG_ID            | {}                              | {"timeout":9000} | true  | No progress for 9s (idle timeout).
          STDOUT_NOISE        | {"lines":3}                     | {}              | false | after the garbage
          DOUBLE_ANSWER       | {}                              | {}              | false | first
          RESULT_NULL         | {}                              | {}              | true  | The tool gave no result (null).
          BATCH               | {}                              | {}              | false | batches are of 2025-03-26 only
          SPAWN               | {"kind":"setsid"}               | {}              | false |
          SPAWN_AND_HANG      | {"kind":"daemon"}               | {}              | true  | Tool exceeded wall-clock limit of 9s.
          CRASH               | {"code":42}                     | {}              | true  | The server "faulty" ended unexpectedly (exit code 42).
          ABORT               | {}                              | {}              | true  | The server "faulty" ended unexpectedly (killed by
          """)
  void endsOnceWithItsReason(Fault fault, String arguments, String meta, boolean error, String said)
      throws InterruptedException {
    for (var upstream : Era.values()) {
      for (var era : Era.values()) {
        var served = Objects.requireNonNull(BEHIND.get(upstream));
        // A server that ended is started again after a pause, and a session waits for it.
        var health = served.modern();
        Patience.await(
            TIME,
            Duration.ofMillis(100),
            () -> health.send(health.bare("GET").to("/health/ready")).status() == 200,
            () -> "it is not up: " + served.reports());
        var client = served.client(era);
        int before = served.log("call").size();
        var answer = call(client, "7", fault.tool(), arguments, meta);
        if (said != null && said.contains("9s")) {
          served.awaitLog("call", _ -> true, before + 1);
          TIME.advance(Duration.ofSeconds(9));
        }
        var response = answer.response();
        assertThat(text(response)).as(era + " to " + upstream).contains(said == null ? "" : said);
        assertThat(isError(response)).as(era + " to " + upstream).isEqualTo(error);
        assertThat(response.raw())
            .as("SEC-M1: what it wrote is its owner's")
            .doesNotContain("last words");
        assertThat(answer.isWhole()).isTrue();
        assertThat(answer.bodySoFar().split("\"id\":7[,}]", -1)).as(answer.bodySoFar()).hasSize(2);
      }
    }
  }
}
