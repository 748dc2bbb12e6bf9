package dev.belay.gateway.client;

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

/**
 * One client of a gateway, as a door brings it: a legacy one is one conversation, of a modern one
 * each request is a conversation of its own.
 */
public final class Guest {
  private final SessionFactory door;
  private final Supplier<String> names;
  private final String principal;
  private final boolean modern;
  private volatile String capabilities;
  private final Heard link;
  private final Map<String, Conversation> conversations = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Json> told = new ConcurrentLinkedQueue<>();

  /** Higher than the ids that tests choose. */
  private final AtomicInteger lastId = new AtomicInteger(1_000);

  private volatile String meta = "";
  private volatile String client = "guest";
  private volatile Heard.Transport transport = Heard.Transport.STDIO;

  public Guest(
      SessionFactory door,
      Supplier<String> names,
      String principal,
      boolean modern,
      String capabilities) {
    this.door = door;
    this.names = names;
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
    return new Heard(principal, names.get(), told, () -> transport);
  }

  /** Comes by that door, its requests as part of that trace. */
  public Guest by(String name, TraceContext context) {
    transport = new Heard.Transport(name, context);
    return this;
  }

  /** Declares other capabilities from now on. */
  public Guest declaring(String json) {
    capabilities = json;
    return this;
  }

  /** Has each request of a modern guest carry more in its {@code _meta}. */
  public Guest withMeta(String members) {
    meta = "," + members;
    return this;
  }

  /** Has each request of a modern guest say that it is that program; none where that is empty. */
  public Guest named(String name) {
    client = name;
    return this;
  }

  /** {@return the params of the request that opens a session} */
  public String opening() {
    return "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":"
        + capabilities
        + ",\"clientInfo\":{\"name\":\"guest\",\"version\":\"1\"}}";
  }

  public Guest initialized() {
    var _ = ask("0", "initialize", opening()).answer();
    tell("notifications/initialized", "{}");
    return this;
  }

  /** Calls under the next id. */
  public Asked call(String tool, String arguments) {
    return call(nextId(), tool, arguments);
  }

  /** Has a text come back from the tool {@code echo}. */
  public String echo(String text) throws InterruptedException {
    return call("echo", "{\"text\":" + Json.quote(text) + "}").text();
  }

  /** Asks under the next id. */
  public Asked ask(String method, String params) {
    return ask(nextId(), method, params);
  }

  private String nextId() {
    return Integer.toString(lastId.incrementAndGet());
  }

  public Asked call(String id, String tool, String arguments) {
    return ask(id, "tools/call", callParams(tool, arguments));
  }

  /** Calls under the next id and asks for progress. */
  public Asked watch(String tool, String arguments) {
    return watch(nextId(), tool, arguments);
  }

  /** Calls and asks for progress. */
  public Asked watch(String id, String tool, String arguments) {
    var params = callParams(tool, arguments);
    return ask(
        id,
        "tools/call",
        params.substring(0, params.length() - 1) + ",\"_meta\":{\"progressToken\":\"mine\"}}");
  }

  public static String callParams(String tool, String arguments) {
    return "{\"name\":" + Json.quote(tool) + ",\"arguments\":" + arguments + "}";
  }

  /** Comes back under the next id. */
  public Asked retry(String tool, String arguments, Json last, String responses) {
    return retry(nextId(), tool, arguments, last, responses);
  }

  /** Comes back with answers to the questions that {@code last} ended with. */
  public Asked retry(String id, String tool, String arguments, Json last, String responses) {
    return ask(
        id,
        "tools/call",
        "{\"name\":%s,\"arguments\":%s,\"inputResponses\":%s,\"requestState\":%s}"
            .formatted(Json.quote(tool), arguments, responses, last.at("requestState").raw()));
  }

  /** {@return a request as it sends it} */
  public Envelope message(String id, String method, String params) {
    return Spoken.request(id, method, modern ? stamped(params) : params);
  }

  public Asked ask(String id, String method, String params) {
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
            + (client.isEmpty()
                ? ""
                : ",\"io.modelcontextprotocol/clientInfo\":{\"name\":"
                    + Json.quote(client)
                    + ",\"version\":\"1\"}")
            + meta;
    if (params.contains("\"_meta\":{")) {
      return params.replace("\"_meta\":{", "\"_meta\":{" + own + ",");
    }
    var rest = params.substring(1);
    return "{\"_meta\":{" + own + "}" + (rest.equals("}") ? "" : ",") + rest;
  }

  public void tell(String method, String params) {
    legacy().onNotification(Spoken.notification(method, params));
  }

  /** Answers what a legacy guest was asked. */
  public void answer(Json question, String body) {
    legacy().onAnswer(Spoken.answer(question.at("id").raw(), body));
  }

  /** {@return the names, or the URIs, in a list} */
  public List<String> list(String method, String member, String key) {
    return ask("\"list\"", method, "{}").result().at(member).items().stream()
        .map(item -> item.at(key).text())
        .toList();
  }

  public List<String> tools() {
    return list("tools/list", "tools", "name");
  }

  public void cancel(String id) {
    if (modern) {
      leave(id);
    } else {
      tell("notifications/cancelled", "{\"requestId\":" + id + "}");
    }
  }

  /** The guest waits for that answer no longer: the connection of a modern one breaks. */
  public void leave(String id) {
    var conversation = modern ? conversations.remove(id) : legacy();
    if (conversation != null) {
      conversation.onLeft(Spoken.id(id));
    }
    if (conversation != null && modern) {
      conversation.close();
    }
  }

  /** It goes for good. */
  public void leave() {
    conversations.values().forEach(Conversation::close);
  }

  private Conversation legacy() {
    var conversation = conversations.get("");
    if (conversation == null) {
      throw new IllegalStateException("a modern guest has no session");
    }
    return conversation;
  }

  public List<Json> told() {
    return List.copyOf(told);
  }

  /** {@return what reached it besides answers, of that method} */
  public List<Json> told(String method) {
    return link.told(method);
  }
}
