package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("tools.GLOB.rate_limit: every call that reaches a server counts, whatever it carries")
@Tag("process")
final class RatesTest {
  private static final String ASKING = "{\"method\":\"elicitation/create\"}";
  private static final String ONCE = "{\"rate_limit\":\"1/h\"}";

  /** Stands still: after a quarter of a second, a refusal is in a stream and no status. */
  private final HandTime time = new HandTime();

  private Served serving(String era, String tool, String settings)
      throws IOException, InterruptedException {
    return Serve.puppet("--era", era).on(time).tool(tool, settings).start();
  }

  /** Another round of a call, with a state. */
  private static HttpAnswer again(
      ScriptedHttpClient client, String tool, String arguments, String state, String answers) {
    return client.request(
        "9",
        "tools/call",
        "{\"name\":%s,\"arguments\":%s,\"inputResponses\":%s,\"requestState\":%s}"
            .formatted(Json.quote(tool), arguments, answers, Json.quote(state)));
  }

  private static String answers(Json round) {
    var key = ((Json.Members) round.at("inputRequests")).values().keySet().iterator().next();
    return "{" + Json.quote(key) + ":{\"action\":\"accept\",\"content\":{\"colour\":\"red\"}}}";
  }

  @ParameterizedTest(name = "before a {0} server")
  @ValueSource(strings = {"legacy", "modern"})
  @DisplayName("A made-up requestState is no way round the rate")
  void aMadeUpStateIsNotFree(String era) throws IOException, InterruptedException {
    try (var gateway = serving(era, "echo", ONCE)) {
      var client = gateway.modern();
      assertThat(Served.text(client.call("echo", "{\"text\":\"x\"}"))).isEqualTo("x");
      for (var state : new String[] {"made up", "another", ""}) {
        var answer = again(client, "echo", "{\"text\":\"x\"}", state, "{}");
        assertThat(answer.response().at("error").present()).as("refused").isTrue();
      }
      assertThat(gateway.upstreamCalls("echo")).as("what the server was asked").hasSize(1);
    }
  }

  @Test
  @DisplayName("The retry that brings the answers to Belay's own question is the same call")
  void aRetryOfBelaysOwnIsFree() throws IOException, InterruptedException {
    try (var gateway = serving("legacy", "ask", ONCE)) {
      var client = gateway.modern().declaring("{\"elicitation\":{}}");
      var asked = Served.call(client, "1", "ask", ASKING);
      // As long as a question waits for others of its call.
      time.pass(Duration.ofMillis(25));
      var round = asked.response().at("result");
      var state = round.at("requestState").text();
      var second = again(client, "ask", ASKING, state, answers(round)).response();
      assertThat(second.raw()).contains("red");
      assertThat(Served.call(client, "3", "ask", ASKING).status()).isEqualTo(429);
      assertThat(gateway.upstreamCalls("ask")).hasSize(1);
    }
  }

  @Test
  @DisplayName("Of a server that asks back itself, each round reaches it and counts")
  void eachRoundOfAModernServerCounts() throws IOException, InterruptedException {
    try (var gateway = serving("modern", "ask", "{\"rate_limit\":\"2/h\"}")) {
      var client = gateway.modern().declaring("{\"elicitation\":{}}");
      var round = Served.call(client, "1", "ask", ASKING).response().at("result");
      var state = round.at("requestState").text();
      var second = again(client, "ask", ASKING, state, answers(round)).response();
      assertThat(second.raw()).contains("red");
      assertThat(again(client, "ask", ASKING, state, answers(round)).status()).isEqualTo(429);
      assertThat(gateway.upstreamCalls("ask")).hasSize(2);
    }
  }
}
