package dev.belay.cli.serve;

import static dev.belay.cli.serve.Turns.echo;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What is no turn is refused with its place, and nothing of it is begun")
@Claim("B15")
@Tag("process")
final class TurnBadInputTest {
  private static Served served;
  private static Turns turns;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    served = Serve.puppet().auth("{\"mode\":\"none\"}").start();
    turns = Turns.of(served);
  }

  /**
   * Asserts that all refusals had no effect: this is the first turn that began, and the first call.
   */
  @AfterAll
  static void close() throws IOException, InterruptedException {
    var answer = turns.run(echo("a", "the first"));
    assertThat(answer.at("turnId").text()).endsWith("-1");
    assertThat(Turns.texts(answer)).containsExactly("the first");
    assertThat(served.upstreamCalls("echo")).hasSize(1);
    served.close();
  }

  private static void assertRefused(HttpAnswer answer, String why) throws InterruptedException {
    assertThat(answer.status()).as(why).isEqualTo(400);
    assertThat(Json.parse(answer.body()).at("error").text()).startsWith(why);
  }

  /** A body that is not valid text in Java. */
  private static HttpAnswer postBytes(byte[] body) {
    var line = turns.client().connect();
    var answer = line.expect();
    line.sendBytes(
        turns
            .request("/api/turns", "")
            .with("Content-Type", "application/json")
            .with("Content-Length", Integer.toString(body.length))
            .headBytes());
    line.sendBytes(body);
    return answer;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``                                                 | the body is no JSON object
          {"agentId":                                        | the body is no JSON
          []                                                 | the body is no JSON object
          {"sessionId":"s","toolUses":[]}                    | agentId is missing
          {"agentId":"a","sessionId":"s","tools":[]}         | tools is unknown; there are
          {"agentId":"a\\u0000","sessionId":"s"}             | agentId has control characters
          {"agentId":"a","sessionId":"s","timeoutMs":1.5}    | timeoutMs is no whole number from 0 on
          {"agentId":"a","sessionId":"s","depth":-1}         | depth is no whole number
          {"agentId":"a","sessionId":"s","toolUses":[]}      | toolUses has 0 calls; a turn has from 1 to 1000
          {"agentId":"a","sessionId":"s","toolUses":[7]}     | toolUses[0] is no object
          {"agentId":"a","sessionId":"s","toolUses":[{"id":"","name":"echo"}]}                  | toolUses[0].id is missing
          {"agentId":"a","sessionId":"s","toolUses":[{"id":"a","name":"echo","input":[1]}]}     | toolUses[0].input is no object
          """)
  void bodies(String body, String why) throws InterruptedException {
    assertRefused(turns.post("/api/turns", body), why);
  }

  @Test
  @DisplayName("A repeated id, a thousand and one calls, a turn below none")
  void calls() throws InterruptedException {
    assertRefused(
        turns.post("/api/turns", Turns.body(echo("a", "1"), echo("b", "2"), echo("a", "3"))),
        "toolUses[2].id is the id of a call before it");
    var many = IntStream.range(0, 1_001).mapToObj(i -> echo("c" + i, "x")).toArray(String[]::new);
    assertRefused(
        turns.post("/api/turns", Turns.body(many)),
        "toolUses has 1001 calls; a turn has from 1 to 1000");
    var orphan = Turns.bodyOf("main", "s1", "\"parentTurnId\":\"x\",", echo("a", "1"));
    assertThat(turns.post("/api/turns", orphan).status()).isEqualTo(409);
  }

  @Test
  @DisplayName("Text that is no UTF-8, a NUL in it or beside it, half a character")
  void noText() throws InterruptedException {
    var body = Turns.body(echo("a", "MARK"));
    for (var bytes :
        List.of(
            body.replace("MARK", "\u00ff\u00fe").getBytes(ISO_8859_1),
            body.replace("MARK", "\u00c3").getBytes(ISO_8859_1),
            body.replace("MARK", "\0").getBytes(UTF_8),
            (body + "\0").getBytes(UTF_8),
            ("\ufeff" + body).getBytes(UTF_8))) {
      assertRefused(postBytes(bytes), "the body is no JSON");
    }
  }

  @Test
  @DisplayName("Paths with broken percent signs, and turns that nobody knows")
  void paths() throws InterruptedException {
    for (var path : List.of("%zz", "%", "nobody", "a:b:1-1", "..", "%2e%2e", "%00", "%ff")) {
      assertThat(turns.get("/api/turns/" + path + "/events").status()).as(path).isEqualTo(404);
      assertThat(turns.post("/api/turns/" + path + "/abort", "").status()).as(path).isEqualTo(404);
      assertThat(turns.post("/api/turns/x/abort-tool/" + path, "").status()).isEqualTo(404);
    }
    assertThat(turns.get("/api/turns").status()).isEqualTo(405);
    assertThat(turns.post("/api/turns/active", "").status()).isEqualTo(405);
  }
}
