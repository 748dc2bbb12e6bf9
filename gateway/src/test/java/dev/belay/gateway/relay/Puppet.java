package dev.belay.gateway.relay;

import dev.belay.gateway.client.Spoken;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server in this program that answers calls when the test says so, and notes what it hears. */
final class Puppet implements SessionFactory {
  /** One call that has come. */
  record Came(ClientLink by, Json message, ReplyTo reply) {
    void answer(String body) {
      var answer = "{\"jsonrpc\":\"2.0\",\"id\":" + message.at("id").raw() + "," + body + "}";
      // Some of what it says is no message.
      reply.send(answer.getBytes(StandardCharsets.UTF_8));
    }

    void text(String text) {
      answer("\"result\":{\"content\":[{\"type\":\"text\",\"text\":" + Json.quote(text) + "}]}");
    }

    void progress(int done) {
      var token = message.at("params", "_meta", "progressToken").raw();
      var params = "{\"progressToken\":" + token + ",\"progress\":" + done + "}";
      reply.progress(this, notification("notifications/progress", params));
    }

    /** Asks a person, and not for the answer of anybody else. */
    void elicit() {
      ask(
          "elicitation/create",
          "{\"message\":\"Sure?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}");
    }

    /** Asks the client something. */
    void ask(String method, String params) {
      reply.tell(question(method, params));
    }
  }

  private final List<Came> calls = new CopyOnWriteArrayList<>();
  private final List<Came> listens = new CopyOnWriteArrayList<>();
  private final List<Came> aboutTasks = new CopyOnWriteArrayList<>();
  private final List<Json> told = new CopyOnWriteArrayList<>();
  private final List<ClientLink> links = new CopyOnWriteArrayList<>();
  private final boolean modern;
  private volatile String tools;
  private volatile String legacyTasks = "";
  private volatile String modernTasks = "";
  private volatile boolean holds;

  Puppet(boolean modern, String tools) {
    this.modern = modern;
    this.tools = tools;
  }

  /** {@return the definition of a tool that says so of itself} */
  static String tool(String name, String annotations) {
    return "{\"name\":"
        + Json.quote(name)
        + ",\"inputSchema\":{\"type\":\"object\"},\"annotations\":"
        + annotations
        + "}";
  }

  /** Has it declare tasks, and leave all that is asked of them to the test. */
  Puppet withTasks() {
    legacyTasks = ",\"tasks\":{\"list\":{},\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}";
    modernTasks = ",\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}";
    return this;
  }

  private static byte[] notification(String method, String params) {
    return Spoken.notification(method, params).bytes();
  }

  private static byte[] question(String method, String params) {
    return Spoken.request("\"q\"", method, params).bytes();
  }

  /** Asks of its own accord, in the course of no call. */
  void ask(String method) {
    ask(method, "{}");
  }

  /** {@return what it was answered, in order} */
  List<Json> answers() {
    return told.stream().filter(message -> !message.at("method").present()).toList();
  }

  /** {@return what was asked of tasks by requests of that method} */
  List<Came> aboutTasks(String method) {
    return aboutTasks.stream()
        .filter(came -> came.message().at("method").text().equals(method))
        .toList();
  }

  /** Says something of its own accord, in the course of no request. */
  void say(String method, String params) {
    links.getLast().tell(notification(method, params));
  }

  void ask(String method, String params) {
    links.getLast().tell(question(method, params));
  }

  /** Has it acknowledge no listen from now on, until {@link #acknowledge}. */
  void holdAcknowledgements() {
    holds = true;
  }

  /** Acknowledges all listens. */
  void acknowledge() {
    holds = false;
    listens.forEach(Puppet::acknowledge);
  }

  private static void acknowledge(Came came) {
    came.reply()
        .tell(
            notification(
                "notifications/subscriptions/acknowledged",
                "{\"notifications\":{\"toolsListChanged\":true},\"_meta\":"
                    + "{\"io.modelcontextprotocol/subscriptionId\":"
                    + came.message().at("id").raw()
                    + "}}"));
  }

  List<Came> listens() {
    return listens;
  }

  List<Came> calls() {
    return calls;
  }

  /** {@return the notifications of that method} */
  List<Json> told(String method) {
    return told.stream().filter(message -> message.at("method").text().equals(method)).toList();
  }

  void toolsChanged(String other) {
    tools = other;
    links.forEach(link -> link.tell(notification("notifications/tools/list_changed", "")));
  }

  @Override
  public Conversation open(ClientLink client) {
    links.add(client);
    return new Talk(client);
  }

  private final class Talk implements Conversation {
    private final ClientLink client;

    Talk(ClientLink client) {
      this.client = client;
    }

    @Override
    public void onRequest(Envelope request, ReplyTo reply) {
      var came = new Came(client, Json.parse(request.toString()), reply);
      var stamp =
          modern ? "\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"," : "";
      switch (request.method()) {
        case "tools/call" -> calls.add(came);
        case "subscriptions/listen" -> listen(came);
        case "tools/list" -> came.answer("\"result\":{" + stamp + "\"tools\":[" + tools + "]}");
        case "ping" -> came.answer("\"result\":{}");
        case "initialize" -> {
          if (modern) {
            unknown(came);
          } else {
            came.answer(
                "\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":"
                    + "{\"listChanged\":true}"
                    + legacyTasks
                    + "},\"serverInfo\":{\"name\":\"p\",\"version\":\"1\"}}");
          }
        }
        case "server/discover" -> {
          if (modern) {
            came.answer(
                "\"result\":{"
                    + stamp
                    + "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":"
                    + "{\"tools\":{\"listChanged\":true}"
                    + modernTasks
                    + "}}");
          } else {
            unknown(came);
          }
        }
        default -> {
          if (request.method().startsWith("tasks/") && !legacyTasks.isEmpty()) {
            aboutTasks.add(came);
          } else {
            unknown(came);
          }
        }
      }
    }

    private void listen(Came came) {
      if (!modern) {
        unknown(came);
        return;
      }
      listens.add(came);
      if (!holds) {
        acknowledge(came);
      }
    }

    private static void unknown(Came came) {
      came.answer("\"error\":{\"code\":-32601,\"message\":\"unknown\"}");
    }

    @Override
    public void onNotification(Envelope notification) {
      told.add(Json.parse(notification.toString()));
      if (notification.method().equals("notifications/cancelled")) {
        var id = notification.id(Member.PARAMS_REQUEST_ID);
        calls.stream()
            .filter(call -> call.message().at("id").raw().equals(String.valueOf(id)))
            .forEach(call -> call.reply().nothing());
      }
    }

    @Override
    public void onAnswer(Envelope response) {
      told.add(Json.parse(response.toString()));
    }

    @Override
    public void onLeft(RequestId request) {}

    @Override
    public void close() {}
  }
}
