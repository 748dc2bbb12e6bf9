package dev.belay.gateway.relay;

import dev.belay.gateway.client.Heard;
import dev.belay.gateway.client.Spoken;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.mcp.session.TraceContext;
import dev.belay.testkit.json.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One client in a {@link MultiClientHarness}, as a door brings it: a legacy one is one
 * conversation, of a modern one each request is a conversation of its own.
 */
final class Guest {
  private final SessionFactory door;
  private final Supplier<String> names;
  private final String principal;
  private final boolean modern;
  private final String capabilities;
  private final Heard link;
  private final Map<String, Conversation> conversations = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Json> told = new ConcurrentLinkedQueue<>();

  /** Higher than the ids that tests choose. */
  private final AtomicInteger lastId = new AtomicInteger(1_000);

  private volatile String meta = "";
  private volatile String client = "guest";
  private volatile @Nullable TraceContext trace;

  Guest(MultiClientHarness crowd, String principal, boolean modern, String capabilities) {
    door = crowd.door();
    names = crowd::nextName;
    this.principal = principal;
    this.modern = modern;
    this.capabilities = capabilities;
    link = ear();
    if (!modern) {
      conversations.put("", door.open(link));
    }
  }

  /** Of each conversation its own; what they hear is the guest's. */
  private Heard ear() {
    return new Heard(principal, names.get(), told, () -> new Heard.Transport("stdio", trace));
  }

  /** Has what it says be part of that trace, as the headers of its requests say. */
  Guest from(TraceContext context) {
    trace = context;
    return this;
  }

  /** Has each request of a modern guest carry more in its {@code _meta}. */
  Guest withMeta(String members) {
    meta = "," + members;
    return this;
  }

  /** Has it say that it is that program, in each request of a modern guest. */
  Guest named(String name) {
    client = name;
    return this;
  }

  Guest initialized() throws InterruptedException {
    var _ =
        ask(
                "0",
                "initialize",
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":"
                    + capabilities
                    + ",\"clientInfo\":{\"name\":\"guest\",\"version\":\"1\"}}")
            .result();
    tell("notifications/initialized", "{}");
    return this;
  }

  /** Calls under the next id. */
  Asked call(String tool, String arguments) {
    return call(nextId(), tool, arguments);
  }

  /** Has a text come back from the tool {@code echo}. */
  String echo(String text) throws InterruptedException {
    return call("echo", "{\"text\":" + Json.quote(text) + "}").text();
  }

  /** Asks under the next id. */
  Asked ask(String method, String params) {
    return ask(nextId(), method, params);
  }

  private String nextId() {
    return Integer.toString(lastId.incrementAndGet());
  }

  Asked call(String id, String tool, String arguments) {
    return ask(id, "tools/call", callParams(tool, arguments));
  }

  /** Calls under the next id and asks for progress. */
  Asked watch(String tool, String arguments) {
    return watch(nextId(), tool, arguments);
  }

  /** Calls and asks for progress. */
  Asked watch(String id, String tool, String arguments) {
    var params = callParams(tool, arguments);
    return ask(
        id,
        "tools/call",
        params.substring(0, params.length() - 1) + ",\"_meta\":{\"progressToken\":\"mine\"}}");
  }

  static String callParams(String tool, String arguments) {
    return "{\"name\":" + Json.quote(tool) + ",\"arguments\":" + arguments + "}";
  }

  /** Comes back under the next id. */
  Asked retry(String tool, String arguments, Json last, String responses) {
    return retry(nextId(), tool, arguments, last, responses);
  }

  /** Comes back with answers to the questions that {@code last} ended with. */
  Asked retry(String id, String tool, String arguments, Json last, String responses) {
    return ask(
        id,
        "tools/call",
        "{\"name\":%s,\"arguments\":%s,\"inputResponses\":%s,\"requestState\":%s}"
            .formatted(Json.quote(tool), arguments, responses, last.at("requestState").raw()));
  }

  /** {@return a request as it sends it} */
  Envelope message(String id, String method, String params) {
    return Spoken.request(id, method, modern ? stamped(params) : params);
  }

  Asked ask(String id, String method, String params) {
    var message = message(id, method, params);
    if (!modern) {
      var asked = new Asked(id, () -> {});
      legacy().onRequest(message, asked);
      return asked;
    }
    var conversation = door.open(ear());
    conversations.put(id, conversation);
    var asked =
        new Asked(
            id,
            () -> {
              conversations.remove(id, conversation);
              conversation.close();
            });
    conversation.onRequest(message, asked);
    return asked;
  }

  private String stamped(String params) {
    var own =
        "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":"
            + capabilities
            + ",\"io.modelcontextprotocol/clientInfo\":{\"name\":"
            + Json.quote(client)
            + ",\"version\":\"1\"}"
            + meta;
    if (params.contains("\"_meta\":{")) {
      return params.replace("\"_meta\":{", "\"_meta\":{" + own + ",");
    }
    var rest = params.substring(1);
    return "{\"_meta\":{" + own + "}" + (rest.equals("}") ? "" : ",") + rest;
  }

  void tell(String method, String params) {
    legacy().onNotification(Spoken.notification(method, params));
  }

  /** Answers what a legacy guest was asked. */
  void answer(Json question, String body) {
    legacy().onAnswer(Spoken.answer(question.at("id").raw(), body));
  }

  void cancel(String id) {
    if (modern) {
      leave(id);
    } else {
      tell("notifications/cancelled", "{\"requestId\":" + id + "}");
    }
  }

  /** The connection on which a modern guest waits for that answer breaks. */
  void leave(String id) {
    var conversation = conversations.remove(id);
    if (conversation != null) {
      conversation.onLeft(Spoken.id(id));
      conversation.close();
    }
  }

  /** It goes for good. */
  void leave() {
    conversations.values().forEach(Conversation::close);
  }

  private Conversation legacy() {
    var conversation = conversations.get("");
    if (conversation == null) {
      throw new IllegalStateException("a modern guest has no session");
    }
    return conversation;
  }

  List<Json> told() {
    return List.copyOf(told);
  }

  /** {@return what reached it besides answers, of that method} */
  List<Json> told(String method) {
    return link.told(method);
  }
}
