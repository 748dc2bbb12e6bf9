package dev.belay.gateway.relay;

import dev.belay.gateway.client.Spoken;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One of many clients, at the very port at which a door hands over what it has read. */
final class Visitor implements ClientLink, AutoCloseable {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}},"
          + "\"progressToken\":\"p\"}";

  private final String id = UUID.randomUUID().toString();
  private final Conversation conversation;
  private int lastId;

  /** What came outside any answer. */
  final BlockingQueue<Json> told = new LinkedBlockingQueue<>();

  Visitor(SessionFactory host) {
    conversation = host.open(this);
  }

  @Override
  public String principal() {
    return "local";
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public boolean tell(byte[] message) {
    return told.add(json(message));
  }

  /** What comes of one request. */
  static final class Outcome implements ReplyTo {
    final CompletableFuture<Json> answer = new CompletableFuture<>();
    final BlockingQueue<Json> told = new LinkedBlockingQueue<>();

    @Override
    public void send(byte[] response) {
      answer.complete(json(response));
    }

    @Override
    public void nothing() {
      answer.complete(Json.parse("{\"nothing\":true}"));
    }

    @Override
    public boolean tell(byte[] message) {
      return told.add(json(message));
    }

    @Override
    public void progress(Object author, byte[] message) {
      told.add(json(message));
    }

    Json await() {
      return answer.orTimeout(ScriptedClient.LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }

    /** {@return the first text of a tool's result, or the whole answer where there is none} */
    String text() {
      return StdioHarness.text(await());
    }
  }

  /** Opens a legacy session that can be asked. */
  Visitor initialized() {
    var opened =
        ask(
            "initialize",
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"elicitation\":{}},"
                + "\"clientInfo\":{\"name\":\"visitor\",\"version\":\"1\"}}");
    if (!opened.await().at("result").present()) {
      throw new AssertionError(opened.await().raw());
    }
    conversation.onNotification(Spoken.notification("notifications/initialized", "{}"));
    return this;
  }

  /** Makes a request under the next id. */
  Outcome ask(String method, String params) {
    var outcome = new Outcome();
    conversation.onRequest(Spoken.request(Integer.toString(++lastId), method, params), outcome);
    return outcome;
  }

  Outcome call(String tool, String arguments) {
    return ask(
        "tools/call",
        "{\"name\":\"%s\",\"arguments\":%s,\"_meta\":{\"progressToken\":\"p\"}}"
            .formatted(tool, arguments));
  }

  /** Calls a tool as a modern client does. */
  Outcome modernCall(String tool, String arguments) {
    return ask(
        "tools/call", "{\"name\":\"%s\",\"arguments\":%s,%s}".formatted(tool, arguments, META));
  }

  /** Takes the last request back. */
  void cancel() {
    conversation.onNotification(
        Spoken.notification("notifications/cancelled", "{\"requestId\":" + lastId + "}"));
  }

  /** Answers a question with a result. */
  void answer(Json question, String result) {
    conversation.onAnswer(Spoken.answer(question.at("id").raw(), "\"result\":" + result));
  }

  @Override
  public void close() {
    conversation.close();
  }

  private static Json json(byte[] message) {
    return Json.parse(new String(message, StandardCharsets.UTF_8));
  }
}
