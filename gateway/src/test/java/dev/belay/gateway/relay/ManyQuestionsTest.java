package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.client.Asked;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several questions of one call, of which a client answers some before it answers the rest. */
final class ManyQuestionsTest extends Closing {
  private static final String ASK = "{\"method\":\"elicitation/create\",\"times\":3}";

  private static String colour(String name) {
    return "{\"action\":\"accept\",\"content\":{\"colour\":\"" + name + "\"}}";
  }

  private static List<String> keys(Json round) {
    return List.copyOf(((Json.Members) round.at("inputRequests")).values().keySet());
  }

  private static String responses(List<String> keys) {
    return keys.stream()
        .map(key -> Json.quote(key) + ":" + colour(key))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static List<String> colours(Asked call) throws InterruptedException {
    return Json.parse(call.text()).items().stream()
        .map(answer -> answer.at("content", "colour").text())
        .toList();
  }

  @Tag("process")
  @ParameterizedTest(name = "over {0}")
  @EnumSource
  @DisplayName("A modern client is asked what is left, in as many rounds as it takes")
  void aModernClientAnswersAsItCan(EveryEraTest.By by) throws IOException, InterruptedException {
    var crowd = opened(EveryEraTest.crowd("legacy", by));
    var guest = crowd.modern();
    var call = guest.watch("1", "ask", ASK);
    // The server says so behind its questions, so that all of them are there.
    crowd.await("its word", () -> !call.told("notifications/progress").isEmpty());
    crowd.time().pass(ClientRounds.GATHER);
    var first = call.result();
    var keys = keys(first);
    assertThat(keys).hasSize(3);

    var second = guest.retry("2", "ask", ASK, first, responses(keys.subList(1, 2)));
    crowd.await("the first answer at the server", () -> crowd.log("answer").size() == 1);
    crowd.time().pass(ClientRounds.GATHER);
    assertThat(keys(second.result())).containsExactly(keys.get(0), keys.get(2));

    var third = guest.retry("3", "ask", ASK, second.result(), responses(keys.subList(2, 3)));
    crowd.await("the second answer at the server", () -> crowd.log("answer").size() == 2);
    crowd.time().pass(ClientRounds.GATHER);
    assertThat(keys(third.result())).containsExactly(keys.getFirst());

    // What was answered before may come again, and changes nothing.
    var last = guest.retry("4", "ask", ASK, third.result(), responses(keys));
    assertThat(colours(last)).as("each answer to its own question").isEqualTo(keys);
    assertThat(crowd.log("answer")).hasSize(3);
    assertThat(crowd.log("call")).as("it ran once").containsExactly("ask");
    assertThat(crowd.governor().directory().calls()).isEmpty();
  }

  @Tag("process")
  @ParameterizedTest(name = "over {0}")
  @EnumSource
  @DisplayName("A modern server is called again once, with all answers of its legacy client")
  void aLegacyClientAnswersOneByOne(EveryEraTest.By by) throws IOException, InterruptedException {
    var crowd = opened(EveryEraTest.crowd("modern", by));
    var guest = crowd.legacy();
    var call = guest.call("1", "ask", ASK);
    crowd.await("three questions", () -> call.told("elicitation/create").size() == 3);
    var questions = call.told("elicitation/create");
    assertThat(questions).extracting(question -> question.at("id").raw()).doesNotHaveDuplicates();

    for (var answered : List.of(1, 2)) {
      guest.answer(questions.get(answered), "\"result\":" + colour("colour " + answered));
      assertThat(guest.echo("meanwhile")).isEqualTo("meanwhile");
      assertThat(crowd.log("call")).as("nobody calls again yet").containsOnlyOnce("ask");
    }
    assertThat(call.isOver()).isFalse();

    guest.answer(questions.getFirst(), "\"result\":" + colour("colour 0"));
    assertThat(colours(call)).containsExactly("colour 0", "colour 1", "colour 2");
    var calls =
        crowd.got("tools/call").stream()
            .filter(message -> message.at("params", "name").text().equals("ask"))
            .toList();
    assertThat(calls).hasSize(2);
    assertThat(calls.getLast().at("params", "requestState").text()).isEqualTo("asked");
    assertThat(((Json.Members) calls.getLast().at("params", "inputResponses")).values())
        .containsOnlyKeys("question-1", "question-2", "question-3");
    assertThat(call.told("elicitation/create")).as("asked once each").hasSize(3);
  }

  @Tag("process")
  @ParameterizedTest(name = "over {0}")
  @EnumSource
  @DisplayName("A legacy client that declines one of several declines that one alone")
  void oneOfSeveralIsDeclined(EveryEraTest.By by) throws IOException, InterruptedException {
    var crowd = opened(EveryEraTest.crowd("modern", by));
    var guest = crowd.legacy();
    var call = guest.call("1", "ask", ASK);
    crowd.await("three questions", () -> call.told("elicitation/create").size() == 3);
    var questions = call.told("elicitation/create");
    guest.answer(questions.get(2), "\"result\":" + colour("blue"));
    guest.answer(questions.get(1), "\"error\":{\"code\":-1,\"message\":\"no\"}");
    guest.answer(questions.get(0), "\"result\":{\"action\":\"decline\"}");
    assertThat(Json.parse(call.text()).items())
        .extracting(answer -> answer.at("action").text())
        .containsExactly("decline", "cancel", "accept");
  }
}
