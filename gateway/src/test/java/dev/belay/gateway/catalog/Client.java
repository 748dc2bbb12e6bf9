package dev.belay.gateway.catalog;

import dev.belay.gateway.client.Heard;
import dev.belay.gateway.client.Spoken;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.mcp.session.TraceContext;
import dev.belay.testkit.json.Json;
import java.util.ArrayDeque;
import java.util.List;

/** One client of a {@link Fleet}, or of what stands before it, in one conversation. */
final class Client {
  private final Heard link;
  private final boolean modern;
  private final Conversation conversation;
  private String capabilities = Fleet.ALL;
  private String info = "";
  private Heard.Transport transport = Heard.Transport.STDIO;

  Client(SessionFactory servers, String principal, String id, boolean modern) {
    this.modern = modern;
    link = new Heard(principal, id, new ArrayDeque<>(), () -> transport);
    conversation = servers.open(link);
  }

  Client declaring(String json) {
    capabilities = json;
    return this;
  }

  /** Gives itself that name with each request. */
  Client named(String name) {
    info = ",\"io.modelcontextprotocol/clientInfo\":{\"name\":" + Json.quote(name) + "}";
    return this;
  }

  /** Comes by that door, as part of that trace. */
  Client by(String name, TraceContext from) {
    transport = new Heard.Transport(name, from);
    return this;
  }

  String opening() {
    return "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":"
        + capabilities
        + ",\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}";
  }

  Answer ask(String id, String method, String params) {
    var answer = new Answer();
    conversation.onRequest(Spoken.request(id, method, modern ? stamped(params) : params), answer);
    return answer;
  }

  private String stamped(String params) {
    var meta =
        "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":"
            + capabilities
            + info
            + "}";
    return params.equals("{}") ? meta + "}" : meta + "," + params.substring(1);
  }

  Answer call(String id, String tool) {
    return ask(id, "tools/call", "{\"name\":" + Json.quote(tool) + ",\"arguments\":{\"n\":1e2}}");
  }

  /** {@return the names, or the URIs, in a list} */
  List<String> list(String method, String member, String key) {
    return ask("\"list\"", method, "{}").result().at(member).items().stream()
        .map(item -> item.at(key).text())
        .toList();
  }

  List<String> tools() {
    return list("tools/list", "tools", "name");
  }

  void tell(String method, String params) {
    conversation.onNotification(Spoken.notification(method, params));
  }

  void answer(String id, String body) {
    conversation.onAnswer(Spoken.answer(id, body));
  }

  void leave(String id) {
    conversation.onLeft(Spoken.id(id));
  }

  void leave() {
    conversation.close();
  }

  /** {@return what reached it besides answers} */
  List<Json> told() {
    return List.copyOf(link.told());
  }

  /** {@return what reached it besides answers, of that method} */
  List<Json> told(String method) {
    return link.told(method);
  }
}
