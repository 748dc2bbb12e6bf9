package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.RawRequest;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.http.SseEvent;
import dev.belay.testkit.json.Json;
import dev.belay.testkit.json.NotJson;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Records a gateway's requests and answers, to validate them by its published description. */
final class Traffic {
  /** Faults that no schema can express, but that are refused: a repeated id. */
  private static final String TWICE = "is the id of a call before it";

  private final Queue<Exchange> exchanges = new ConcurrentLinkedQueue<>();

  private record Exchange(RawRequest request, HttpAnswer answer) {}

  HttpAnswer send(ScriptedHttpClient client, RawRequest request) {
    var answer = client.send(request);
    exchanges.add(new Exchange(request, answer));
    return answer;
  }

  HttpAnswer get(ScriptedHttpClient client, String path) {
    return send(client, client.bare("GET").to(path));
  }

  HttpAnswer post(ScriptedHttpClient client, String path, String body) {
    return send(client, client.bare("POST").to(path).withBody(body));
  }

  /** {@return the types of all events so far} */
  Set<String> events() {
    var types = new TreeSet<String>();
    exchanges.forEach(one -> events(one.answer).forEach(event -> types.add(event.type())));
    return types;
  }

  private static List<SseEvent> events(HttpAnswer answer) {
    return answer.events().stream()
        .filter(event -> !event.isComment() && !event.data().isEmpty())
        .toList();
  }

  /** Fails if a message sent, accepted or refused contradicts the description. */
  void assertIsAs(Published published) throws InterruptedException {
    assertThat(exchanges).isNotEmpty();
    for (var one : exchanges) {
      var operation = published.operation(one.request.method(), one.request.target());
      assertThat(operation.present()).as("documented: " + one.request).isTrue();
      var head = one.answer.head();
      var schema = published.response(operation, head.status(), head.field("Content-Type"));
      assertThat(schema.present()).as("documented: " + head + " to " + one.request).isTrue();
      if (head.isEventStream()) {
        for (var event : events(one.answer)) {
          assertThat(published.faults(schema, json(event))).as(event.toString()).isEmpty();
        }
      } else if (head.field("Content-Type").contains("json")) {
        var body = one.answer.body();
        assertThat(published.faults(schema, body)).as(body).isEmpty();
      }
      assertRequest(published, operation, one);
    }
  }

  private static void assertRequest(Published published, Json operation, Exchange one)
      throws InterruptedException {
    var schema = published.request(operation);
    var body = one.request.body();
    if (body.isEmpty() || !schema.present()) {
      return;
    }
    boolean isRefused = one.answer.status() == 400;
    boolean isUnsaid = isRefused && one.answer.body().contains(TWICE);
    boolean isWrong = !isJson(body) || !published.faults(schema, body).isEmpty();
    assertThat(isWrong).as("refused by its schema: " + body).isEqualTo(isRefused && !isUnsaid);
  }

  private static boolean isJson(String text) {
    try {
      return Json.parse(text).present();
    } catch (NotJson _) {
      return false;
    }
  }

  private static String json(SseEvent event) {
    var id = event.id().isEmpty() ? "" : "\"id\":" + Json.quote(event.id()) + ",";
    return "{%s\"event\":%s,\"data\":%s}".formatted(id, Json.quote(event.type()), event.data());
  }
}
