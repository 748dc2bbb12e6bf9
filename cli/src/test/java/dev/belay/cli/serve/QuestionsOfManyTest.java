package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Of many servers each may ask the client, and gets its own answer")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class QuestionsOfManyTest {
  private static final String ASKING = "{\"method\":\"elicitation/create\"}";

  private static Serve two() throws IOException {
    return Serve.process().and("both", "--era", "both");
  }

  @Test
  @DisplayName("Two servers ask one client at once, and each gets the answer that it asked for")
  void questionsOfTwoServersAtOnce() throws IOException, InterruptedException {
    try (var served = two().start()) {
      var client = served.legacy("{\"elicitation\":{}}");
      var one = call(client, "1", "faulty__ask", ASKING);
      var two = call(client, "2", "both__ask", ASKING);
      var first = one.awaitMethod("elicitation/create");
      var second = two.awaitMethod("elicitation/create");
      assertThat(first.at("id").raw()).isNotEqualTo(second.at("id").raw());
      client.reply(second.at("id").raw(), "{\"action\":\"accept\",\"content\":{\"n\":2}}");
      client.reply(first.at("id").raw(), "{\"action\":\"accept\",\"content\":{\"n\":1}}");
      assertThat(text(one.response())).contains("\"n\":1");
      assertThat(text(two.response())).contains("\"n\":2");
    }
  }

  @Test
  @DisplayName("A modern client is asked in the answer, and comes back to the server that asked")
  void questionsToAModernClient() throws IOException, InterruptedException {
    try (var served = two().start()) {
      var client = served.modern().declaring("{\"elicitation\":{}}");
      for (var server : List.of("faulty", "both")) {
        var params = "{\"name\":\"" + server + "__ask\",\"arguments\":" + ASKING + "}";
        var round = client.ask("tools/call", params).at("result");
        assertThat(round.at("resultType").text()).isEqualTo("input_required");
        var asked = (Json.Members) round.at("inputRequests");
        var key = asked.values().keySet().iterator().next();
        var again =
            params.substring(0, params.length() - 1)
                + ",\"inputResponses\":{"
                + Json.quote(key)
                + ":{\"action\":\"accept\",\"content\":{\"by\":"
                + Json.quote(server)
                + "}}}"
                + (round.at("requestState").present()
                    ? ",\"requestState\":" + round.at("requestState").raw()
                    : "")
                + "}";
        assertThat(text(client.ask("tools/call", again))).contains("\"by\":\"" + server + "\"");
      }
    }
  }
}
