package dev.belay.cli.serve;

import dev.belay.core.time.Patience;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.http.SseEvent;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One stream of a turn's events, as far as it was read, without comments. */
record LiveTurn(HttpAnswer answer) {
  String id() throws InterruptedException {
    return data("turn_start").at("turnId").text();
  }

  /** {@return the first event of that type, past or future} */
  Json data(String type) throws InterruptedException {
    return Json.parse(answer.awaitEvent(event -> event.type().equals(type)).data());
  }

  /** {@return the first event of that type about that call, past or future} */
  Json data(String type, String toolId) throws InterruptedException {
    return Json.parse(
        answer
            .awaitEvent(event ->
                event.type().equals(type)
                    && Json.parse(event.data()).at("toolId").text().equals(toolId))
            .data());
  }

  /** {@return the events so far} */
  List<SseEvent> soFar() {
    return answer.events().stream().filter(event -> !event.isComment()).toList();
  }

  /** {@return all events, after the end of the stream} */
  List<SseEvent> all() throws InterruptedException {
    var _ = answer.awaitEnd();
    return soFar();
  }

  /** {@return the types of all events} */
  List<String> types() throws InterruptedException {
    return all().stream().map(SseEvent::type).toList();
  }

  /** {@return all events, one line each: {@code type toolId}} */
  List<String> story() throws InterruptedException {
    return all().stream().map(event -> (event.type() + " " + toolId(event)).strip()).toList();
  }

  private static String toolId(SseEvent event) {
    return Json.parse(event.data()).at("toolId").text();
  }

  /** {@return the text of each result by call; fails for a call with two} */
  Map<String, String> results() throws InterruptedException {
    return all().stream()
        .filter(event -> event.type().equals("tool_result"))
        .map(event -> Json.parse(event.data()))
        .collect(
            Collectors.toMap(
                result -> result.at("toolId").text(), result -> result.at("result").text()));
  }

  /** {@return the whole text of the model} */
  String said() throws InterruptedException {
    return all().stream()
        .filter(event -> event.type().equals("text_delta"))
        .map(event -> Json.parse(event.data()).at("text").text())
        .collect(Collectors.joining());
  }

  /** Waits until that many events have arrived. */
  void awaitEvents(int count) throws InterruptedException {
    Patience.await(() -> soFar().size() >= count, () -> "there are only " + soFar());
  }

  void leave() throws IOException {
    answer.line().close();
  }
}
