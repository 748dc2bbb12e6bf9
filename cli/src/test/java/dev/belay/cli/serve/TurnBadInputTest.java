package dev.belay.cli.serve;

import static dev.belay.cli.serve.Turns.echo;
import static dev.belay.cli.serve.Turns.use;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What is no turn is refused with its place, and nothing of it is begun")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Claim("B15")
@Tag("process")
final class TurnBadInputTest {
  private Served served;
  private Turns turns;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served = Serve.process().auth("{\"mode\":\"none\"}").start();
    turns = Turns.of(served);
  }

  /**
   * Asserts that earlier refusals had no effect: this is the first turn that began, and the first
   * call.
   */
  @AfterEach
  void close() throws IOException, InterruptedException {
    var answer = turns.run(echo("a", "the first"));
    assertThat(answer.at("turnId").text()).endsWith("-1");
    assertThat(Turns.texts(answer)).containsExactly("the first");
    assertThat(served.upstreamCalls("echo")).hasSize(1);
    served.close();
  }

  private void assertRefused(String body, String why) throws InterruptedException {
    assertRefused(turns.post("/api/turns", body), why);
  }

  private static void assertRefused(HttpAnswer answer, String why) throws InterruptedException {
    assertThat(answer.status()).as(why).isEqualTo(400);
    assertThat(Json.parse(answer.body()).at("error").text()).startsWith(why);
  }

  /** A body that is not valid text in Java. */
  private HttpAnswer postBytes(byte[] body) {
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

  @Test
  @DisplayName("Duplicate ids, an empty list, a thousand and one calls")
  void lists() throws InterruptedException {
    assertRefused(
        Turns.body(echo("a", "1"), echo("b", "2"), echo("a", "3")),
        "toolUses[2].id is the id of a call before it");
    assertRefused(Turns.body(), "toolUses has 0 calls; a turn has from 1 to 1000");
    var many = IntStream.range(0, 1_001).mapToObj(i -> echo("c" + i, "x")).toArray(String[]::new);
    assertRefused(Turns.body(many), "toolUses has 1001 calls; a turn has from 1 to 1000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1]", "\"{}\"", "7", "true", "null"})
  @DisplayName("Arguments that are not an object")
  void arguments(String input) throws InterruptedException {
    assertRefused(
        Turns.body(echo("a", "1"), use("b", "echo", input)), "toolUses[1].input is no object");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1.5", "1e3", "9999999999999", "\"1000\"", "true", "{}"})
  @DisplayName("A time that is none")
  void times(String time) throws InterruptedException {
    assertRefused(
        Turns.bodyOf("main", "s1", "\"timeoutMs\":" + time + ",", echo("a", "1")),
        "timeoutMs is no whole number from 0 on");
  }

  @Test
  @DisplayName("Text that is no UTF-8, a NUL in it or beside it, half a character")
  void noText() throws InterruptedException {
    var body = Turns.body(echo("a", "MARK"));
    assertRefused(
        postBytes(body.replace("MARK", "\u00ff\u00fe").getBytes(ISO_8859_1)),
        "the body is no JSON");
    assertRefused(
        postBytes(body.replace("MARK", "\u00c3").getBytes(ISO_8859_1)), "the body is no JSON");
    assertRefused(postBytes(body.replace("MARK", "\0").getBytes(UTF_8)), "the body is no JSON");
    assertRefused(postBytes((body + "\0").getBytes(UTF_8)), "the body is no JSON");
    assertRefused(postBytes(("\ufeff" + body).getBytes(UTF_8)), "the body is no JSON");
    assertRefused(body.replace("\"main\"", "\"a\\u0000b\""), "agentId has control characters");
    assertRefused(body.replace("\"s1\"", "\"a\\nb\""), "sessionId has control characters");
  }

  @Test
  @DisplayName("A body of 10 MB, before it is sent")
  void tooMuch() throws InterruptedException {
    var line = turns.client().connect();
    var answer = line.expect();
    line.sendBytes(turns.request("/api/turns", "").with("Content-Length", "10000000").headBytes());
    assertThat(answer.status()).isEqualTo(413);
    var _ = line.awaitEnd();
  }

  @Test
  @DisplayName("A body that ends half-way starts nothing")
  void half() throws IOException, InterruptedException {
    var whole = turns.request("/api/turns", Turns.body(echo("a", "1"))).bytes();
    var cut = turns.client().connect();
    cut.sendBytes(Arrays.copyOf(whole, whole.length - 5));
    cut.close();
    var reset = turns.client().connect();
    reset.sendBytes(Arrays.copyOf(whole, whole.length - 5));
    reset.reset();
    var halfClosed = turns.client().connect();
    halfClosed.sendBytes(Arrays.copyOf(whole, whole.length - 5));
    halfClosed.halfClose();
    var _ = halfClosed.awaitEnd();
    assertThat(turns.active()).isEmpty();
  }

  @Test
  @DisplayName("Paths with broken percent signs, and turns that nobody knows")
  void paths() throws InterruptedException {
    for (var path : List.of("%zz", "%", "%2", "nobody", "a:b:1-1", "..", "%2e%2e", "%00", "%ff")) {
      assertThat(turns.get("/api/turns/" + path + "/events").status()).as(path).isEqualTo(404);
      assertThat(turns.post("/api/turns/" + path + "/abort", "").status()).as(path).isEqualTo(404);
      assertThat(turns.post("/api/turns/x/abort-tool/" + path, "").status()).isEqualTo(404);
    }
    assertThat(turns.get("/api/turns").status()).isEqualTo(405);
    assertThat(turns.post("/api/turns/active", "").status()).isEqualTo(405);
  }
}
