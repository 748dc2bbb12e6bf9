package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import dev.belay.testkit.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A tool of this program asks its client, through the catalog, in either era")
final class HostedQuestionsTest {
  private final Workshop workshop = new Workshop();
  private final Fleet fleet = new Fleet().tools("own", workshop.tools());

  @BeforeEach
  void beside() {
    fleet.server("a").tools("t");
  }

  @AfterEach
  void end() {
    fleet.governor().close();
  }

  private static Asked ask(Guest client, String id, String more) {
    return client.ask(id, "tools/call", "{\"name\":\"own__ask\",\"arguments\":{}" + more + "}");
  }

  /** Waits until the call holds its clock for a question. */
  private static void awaitQuestion(Journal.Reader journal) throws InterruptedException {
    while (!(journal.next() instanceof Journal.Entry(_, _, _, CallEvent.Held _))) {
      // Something else, of the same call.
    }
  }

  @Test
  @DisplayName("A legacy client is asked on the way of its call")
  void legacy() throws InterruptedException {
    var client = fleet.legacy();
    var answer = ask(client, "1", "");
    var question = answer.next();
    assertThat(question.at("method").text()).isEqualTo("elicitation/create");
    assertThat(question.at("params", "message").text()).isEqualTo("Which day?");
    client.answer(question, "\"result\":{\"action\":\"accept\",\"content\":{\"day\":\"monday\"}}");
    assertThat(answer.text()).contains("monday");
  }

  private static String comeBack(Json asked, String answer) {
    var key = asked.at("inputRequests").raw().split("\"", -1)[1];
    return ",\"inputResponses\":{"
        + Json.quote(key)
        + ":"
        + answer
        + "},\"requestState\":"
        + asked.at("requestState").raw();
  }

  @Test
  @DisplayName("A modern client gets the question as the result, and comes back to the same call")
  void modern() {
    var client = fleet.modern();
    var asked = ask(client, "1", "").result();
    assertThat(asked.at("resultType").text()).isEqualTo("input_required");
    var calls = List.copyOf(fleet.governor().directory().calls());
    assertThat(calls).hasSize(1);
    assertThat(fleet.catalog().members().getLast().backend().isBusy()).isTrue();

    var back = comeBack(asked, "{\"action\":\"accept\",\"content\":{\"day\":\"friday\"}}");
    assertThat(ask(client, "2", back).text()).contains("friday");
    assertThat(fleet.governor().directory().calls()).isEmpty();
    assertThat(settled()).containsExactly("ask completed");
    assertThat(ask(client, "3", back).refusal()).contains("Call again without it.");
  }

  private List<String> settled() {
    var found = new ArrayList<String>();
    var journal = fleet.governor().journal().readerFromOldest();
    for (var one = journal.poll(); one != null; one = journal.poll()) {
      if (one instanceof Journal.Entry(_, _, var subject, CallEvent.Settled end)) {
        found.add(subject.tool() + " " + end.outcome());
      }
    }
    return found;
  }

  @Test
  @DisplayName("Coming back with answers is no call more, by which a rate is used up")
  void rate() {
    fleet.yaml("tools: { ask: { rate_limit: 1/1m } }");
    var client = fleet.modern();
    var asked = ask(client, "1", "").result();
    var back = comeBack(asked, "{\"action\":\"decline\"}");
    assertThat(ask(client, "2", back).text()).contains("decline");
  }

  @Test
  @DisplayName("Who does not come back in time has left, and the time may change meanwhile")
  void tooLate() throws InterruptedException {
    fleet.yaml("http: { question_timeout: 60 }");
    fleet.catalog();
    fleet.yaml("http: { question_timeout: 30 }").replace();
    var journal = fleet.governor().journal().reader();
    var asked = ask(fleet.modern(), "1", "").result();
    awaitQuestion(journal);
    fleet.time.advance(Duration.ofSeconds(31));
    while (!(journal.next() instanceof Journal.Entry(_, _, _, CallEvent.Settled end))
        || !end.detail().equals("client gone")) {
      // On its way there.
    }
    assertThat(ask(fleet.modern(), "2", comeBack(asked, "{\"action\":\"decline\"}")).refusal())
        .contains("Call again without it.");
  }
}
