package dev.belay.cli.chat;

import dev.belay.core.time.Time;
import dev.belay.http.route.EventStreamResponse;
import dev.belay.http.route.PathPattern;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Routes;
import dev.belay.http.server.HttpServer;
import dev.belay.http.server.HttpServerOptions;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Gateway routes for chats, served by a test as real HTTP on loopback. */
final class FakeAgents implements AutoCloseable {
  private static final String TURN = "main:s:1-1";

  private static final PathPattern ABORT = PathPattern.of("/api/turns/{id}/abort");
  private static final PathPattern APPROVAL = PathPattern.of("/api/approvals/{id}");
  private static final PathPattern APPROVE = PathPattern.of("/api/approvals/{id}/approve");
  private static final PathPattern EVENTS = PathPattern.of("/api/turns/{id}/events");

  /** A posted message, with the stream of its answer. */
  record Talk(Json body, Played events) {
    Played begin() {
      return events.send(0, "turn_start", "{\"turnId\":\"" + TURN + "\"}");
    }
  }

  private final BlockingQueue<Talk> talks = new LinkedBlockingQueue<>();
  private final BlockingQueue<Played> resumed = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> aborted = new LinkedBlockingQueue<>();
  private final HttpServer server;
  private final BlockingQueue<String> approved = new LinkedBlockingQueue<>();
  private volatile String waiting = "";
  private volatile String refusal = "";
  private volatile int status = 200;

  /** One stream of events. */
  record Played(EventStreamResponse stream, String after) {
    Played send(int id, String type, String data) {
      stream.send(Integer.toString(id), type, data.getBytes(StandardCharsets.UTF_8));
      return this;
    }

    void end() {
      stream.end();
    }
  }

  FakeAgents() throws IOException {
    server =
        HttpServer.open(
            HttpServerOptions.defaults().at("127.0.0.1", 0),
            Routes.none()
                .with("GET", "/api/turns/active", (_, out) -> json(out, "{\"turns\":[]}"))
                .with(
                    "GET",
                    "/api/agents",
                    (_, out) ->
                        json(
                            out,
                            "{\"agents\":[{\"agentId\":\"main\",\"model\":\"demo\",\"provider\":"
                                + "\"scripted\"},{\"agentId\":\"writer\",\"model\":\"m\","
                                + "\"provider\":\"ollama\"}]}"))
                .with("POST", "/api/sessions/stream", this::talk)
                .with("POST", ABORT, this::abort)
                .with(
                    "GET",
                    "/api/approvals",
                    (_, out) -> json(out, "{\"approvals\":[" + waiting + "]}"))
                .with("GET", APPROVAL, (_, out) -> json(out, waiting))
                .with("POST", APPROVE, this::approve)
                .with("GET", EVENTS, this::events),
            Time.system(),
            _ -> {});
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.port());
  }

  /** Answers everything with this from now on. */
  void refuse(int with, String error) {
    refusal = error;
    status = with;
  }

  /** {@return the next message of a client} */
  Talk heard() throws InterruptedException {
    return talks.take();
  }

  /** {@return the next stream of a client that reconnects} */
  Played cameBack() throws InterruptedException {
    return resumed.take();
  }

  /** Has a call of the turn wait for a person. */
  void await(String tool) {
    waiting =
        "{\"id\":\"local-1\",\"state\":\"open\",\"server\":\"s\",\"tool\":\""
            + tool
            + "\",\"turn\":\""
            + TURN
            + "\",\"shown\":\"{}\",\"facts\":[]}";
  }

  /** {@return the path of the next call that is allowed} */
  String awaitApproval() throws InterruptedException {
    return approved.take();
  }

  private void approve(Request request, Response response) {
    waiting = waiting.replace("\"open\"", "\"allowed\"");
    approved.add(request.path());
    json(response, waiting);
  }

  /** {@return the path of the next abort of a turn} */
  String awaitAbort() throws InterruptedException {
    return aborted.take();
  }

  private void talk(Request request, Response response) {
    if (!refusal.isEmpty()) {
      var body = "{\"error\":" + Json.quote(refusal) + "}";
      response.send(status, List.of(), body.getBytes(StandardCharsets.UTF_8));
      return;
    }
    var body = Json.parse(new String(request.body(), StandardCharsets.UTF_8));
    talks.add(new Talk(body, new Played(response.stream(List.of()), "")));
  }

  private void events(Request request, Response response) {
    var after = String.valueOf(request.header("last-event-id"));
    resumed.add(new Played(response.stream(List.of()), after));
  }

  private void abort(Request request, Response response) {
    aborted.add(request.path());
    json(response, "{\"ok\":true}");
  }

  private static void json(Response response, String text) {
    response.send(200, List.of(), text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    server.close();
  }
}
