package dev.belay.cli.serve;

import dev.belay.core.time.Patience;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.RawRequest;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Client of {@code /api/turns}: handwritten requests, and answers as they arrive. */
record Turns(Served served, ScriptedHttpClient client) {
  static final String GONE = "{\"error\":\"Turn not found or already completed\"}";

  static Turns of(Served served) {
    return new Turns(served, served.modern());
  }

  /** {@return a turn of these calls, of the agent {@code main} in the session {@code s1}} */
  static String body(String... uses) {
    return bodyOf("main", "s1", "", uses);
  }

  /** {@return a turn of these calls; {@code more} are members that end with a comma} */
  static String bodyOf(String agent, String session, String more, String... uses) {
    return "{\"agentId\":%s,\"sessionId\":%s,%s\"toolUses\":[%s]}"
        .formatted(Json.quote(agent), Json.quote(session), more, String.join(",", uses));
  }

  static String use(String id, String tool, String input) {
    return "{\"id\":%s,\"name\":%s,\"input\":%s}"
        .formatted(Json.quote(id), Json.quote(tool), input);
  }

  static String echo(String id, String text) {
    return use(id, "echo", "{\"text\":%s}".formatted(Json.quote(text)));
  }

  /** A call that ends only when it is stopped. */
  static String hang(String id) {
    return use(id, "hang_honouring_cancel", "{}");
  }

  static String encoded(String id) {
    return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
  }

  RawRequest request(String path, String body) {
    return client.bare("POST").to(path).withBody(body);
  }

  HttpAnswer post(String path, String body) {
    return client.send(request(path, body));
  }

  HttpAnswer get(String path) {
    return client.send(client.bare("GET").to(path));
  }

  /** {@return the results of a turn of these calls, all at once} */
  Json run(String... uses) throws InterruptedException {
    return Json.parse(post("/api/turns", body(uses)).body());
  }

  /** {@return the results in the order of the answer} */
  static List<Json> results(Json answer) {
    return answer.at("results").items();
  }

  static List<String> texts(Json answer) {
    return results(answer).stream().map(one -> one.at("result").text()).toList();
  }

  /** Begins a turn with a stream of its events. */
  LiveTurn begin(String... uses) {
    return live(body(uses));
  }

  LiveTurn live(String body) {
    return new LiveTurn(client.send(request("/api/turns", body).with("Accept", EVENTS)));
  }

  /** Sends a message to an agent. */
  LiveTurn say(String agent, String session, String message) {
    return new LiveTurn(
        post(
            "/api/sessions/stream",
            "{\"agentId\":%s,\"sessionId\":%s,\"message\":%s}"
                .formatted(Json.quote(agent), Json.quote(session), Json.quote(message))));
  }

  /** {@return all events of a turn begun by another client} */
  LiveTurn read(String id) {
    return new LiveTurn(client.send(client.get().to(path(id) + "/events")));
  }

  /** {@return the events after the one with that id} */
  LiveTurn readAfter(String id, String last) {
    return new LiveTurn(
        client.send(client.get().to(path(id) + "/events").with("Last-Event-ID", last)));
  }

  HttpAnswer abort(String id) {
    return post(path(id) + "/abort", "");
  }

  HttpAnswer abortTool(String id, String toolId) {
    return post(path(id) + "/abort-tool/" + encoded(toolId), "");
  }

  /** {@return {@code GET /api/turns/{id}}} */
  Json one(String id) throws InterruptedException {
    return Json.parse(get(path(id)).body());
  }

  List<Json> active() throws InterruptedException {
    return Json.parse(get("/api/turns/active").body()).at("turns").items();
  }

  /** {@return the calls known to the gateway} */
  List<Json> calls() throws InterruptedException {
    return Json.parse(get("/api/calls").body()).at("calls").items();
  }

  /** Waits until no turn and no call is running. */
  void awaitIdle() throws InterruptedException {
    Patience.await(() -> active().isEmpty() && calls().isEmpty(), () -> "something still runs");
  }

  static String path(String id) {
    return "/api/turns/" + encoded(id);
  }

  private static final String EVENTS = "text/event-stream";
}
