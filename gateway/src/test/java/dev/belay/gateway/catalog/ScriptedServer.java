package dev.belay.gateway.catalog;

import dev.belay.config.Concurrency;
import dev.belay.config.JobSettings;
import dev.belay.config.LaneSettings;
import dev.belay.config.Rate;
import dev.belay.config.Scope;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.call.EffectiveLimits.Part;
import dev.belay.core.turn.ToolTimeouts.Silence;
import dev.belay.gateway.breaker.BreakerFigures;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.client.Spoken;
import dev.belay.gateway.listing.ServerTools;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.gateway.relay.Backend;
import dev.belay.gateway.relay.ServerFigures;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.process.tree.Grace;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A server that answers as it is told, on the thread that asks, and notes all that it hears. Longer
 * than other files: one for every method of a server.
 */
final class ScriptedServer implements Backend {
  /** Something that reached it, by whom. */
  record Heard(String from, String kind, Json message) {
    String id() {
      return message.at("id").raw();
    }
  }

  final List<Heard> heard = new ArrayList<>();
  final List<Talk> talks = new ArrayList<>();
  final Map<String, String> lists = new HashMap<>();
  final Map<String, String> answers = new HashMap<>();

  /** Methods that are not answered until {@link #release}. */
  final List<String> held = new ArrayList<>();

  final List<Settings> replaced = new ArrayList<>();
  boolean shared = true;
  int calls;
  volatile @Nullable String drainedBy;
  boolean isClosed;

  /** What it does once it is started. */
  Runnable onStart = () -> {};

  /** What it does when it is asked for a tool, before anything else. */
  Runnable onCall = () -> {};

  /** What its lists have said. */
  private ServerTools tools = new ServerTools(() -> {});

  final CompletableFuture<Boolean> closed = new CompletableFuture<>();
  @Nullable String trouble;
  @Nullable String instructions;

  private final List<Runnable> waiting = new ArrayList<>();

  @Override
  public void start(ToolCall call) {
    onCall.run();
    ToolCalls.NONE.start(call);
  }

  private final String name;

  ScriptedServer(String name) {
    this.name = name;
    list("tools/list", "{\"tools\":[]}");
  }

  ScriptedServer heardBy(Runnable listener) {
    tools = new ServerTools(listener);
    return this;
  }

  @Override
  public void start() {
    onStart.run();
  }

  ScriptedServer tools(String... names) {
    return list("tools/list", "{\"tools\":" + items("name", names) + "}");
  }

  ScriptedServer prompts(String... names) {
    return list("prompts/list", "{\"prompts\":" + items("name", names) + "}");
  }

  ScriptedServer resources(String... uris) {
    return list("resources/list", "{\"resources\":" + items("uri", uris) + "}");
  }

  ScriptedServer templates(String... uris) {
    return list(
        "resources/templates/list", "{\"resourceTemplates\":" + items("uriTemplate", uris) + "}");
  }

  ScriptedServer list(String method, String result) {
    lists.put(method, result);
    return this;
  }

  /** Leaves requests of these methods unanswered until {@link #release}. */
  ScriptedServer holding(String... methods) {
    held.addAll(List.of(methods));
    return this;
  }

  /** Has a request of this method, or of this method and name, answered so: result or error. */
  ScriptedServer answer(String request, String body) {
    answers.put(request, body);
    return this;
  }

  private static String items(String key, String... names) {
    return List.of(names).stream()
        .map(one -> "{\"title\":\"T\",\"" + key + "\":" + Json.quote(one) + ",\"x\":1.0}")
        .collect(Collectors.joining(",", "[", "]"));
  }

  /** One client's conversation with it. */
  final class Talk implements Conversation {
    final ClientLink link;
    final Map<String, ReplyTo> open = new HashMap<>();
    boolean isClosed;

    Talk(ClientLink link) {
      this.link = link;
    }

    @Override
    public void onRequest(Envelope request, ReplyTo reply) {
      note(link, "request", request);
      if (request.method().equals("tools/call")) {
        onCall.run();
      }
      open.put(request.requireId().toString(), reply);
      if (held.contains(request.method())) {
        waiting.add(() -> reply(request, reply));
      } else {
        reply(request, reply);
      }
    }

    private void reply(Envelope request, ReplyTo reply) {
      var body = body(request);
      if (!body.isEmpty()) {
        reply.send(Spoken.answer(request.requireId().toString(), body).bytes());
      }
    }

    @Override
    public void onNotification(Envelope notification) {
      note(link, "notification", notification);
      if (notification.method().equals("notifications/cancelled")) {
        var reply = open.remove(String.valueOf(notification.id(Member.PARAMS_REQUEST_ID)));
        if (reply != null) {
          reply.nothing();
        }
      }
    }

    @Override
    public void onAnswer(Envelope response) {
      note(link, "answer", response);
    }

    @Override
    public void onLeft(RequestId request) {
      heard.add(new Heard(link.id(), "left", Json.parse("{\"id\":" + request + "}")));
      var reply = open.remove(request.toString());
      if (reply != null) {
        reply.nothing();
      }
    }

    @Override
    public void close() {
      isClosed = true;
      List.copyOf(open.values()).forEach(ReplyTo::nothing);
      open.clear();
    }

    ReplyTo replyTo(String id) {
      return Objects.requireNonNull(open.get(id));
    }

    /** Tells the client beside its requests. */
    void tell(String method, String params) {
      link.tell(Spoken.notification(method, params).bytes());
    }

    /** Tells the client on the way of that request. Returns whether it heard that. */
    boolean tell(String id, String method, String params) {
      return replyTo(id).tell(Spoken.notification(method, params).bytes());
    }

    /** Asks the client on the way of that request, under the id 1. */
    void ask(String id, String method, String params) {
      replyTo(id).tell(Spoken.request("1", method, params).bytes());
    }
  }

  private String body(Envelope request) {
    var uri = request.text(Member.PARAMS_URI);
    var target = uri == null ? request.text(Member.PARAMS_NAME) : uri;
    var scripted = answers.get(request.method() + " " + target);
    if (scripted == null) {
      scripted = answers.get(request.method());
    }
    if (scripted != null) {
      return scripted;
    }
    var params = request.params();
    var cursor = params == null ? null : Slices.find(request.bytes(), params, "cursor");
    var list =
        cursor == null
            ? lists.get(request.method())
            : lists.getOrDefault(
                request.method() + " " + JsonString.decode(request.bytes(), cursor),
                lists.get(request.method()));
    if (list != null) {
      if (request.method().equals("tools/list")) {
        tools.listed(list.getBytes(StandardCharsets.UTF_8));
      }
      return "\"result\":" + list;
    }
    return switch (request.method()) {
      case "initialize", "logging/setLevel", "resources/subscribe" -> "\"result\":{}";
      case "tools/call", "prompts/get", "resources/read" ->
          "\"result\":{\"by\":" + Json.quote(name + " " + target) + ",\"n\":1.50}";
      default -> "\"error\":{\"code\":-32601,\"message\":\"unknown\"}";
    };
  }

  private void note(ClientLink from, String kind, Envelope message) {
    heard.add(new Heard(from.id(), kind, Json.parse(message.toString())));
  }

  /** Answers what is held back, and holds nothing back from now on. */
  void release() {
    held.clear();
    var now = List.copyOf(waiting);
    waiting.clear();
    now.forEach(Runnable::run);
  }

  /** Has its tools be others, as its relay hears of it first. */
  void toolsChanged() {
    tools.changed();
  }

  /** Tells the catalog's own conversation that a list has changed. */
  void changed(String what) {
    talks.getFirst().tell("notifications/" + what + "/list_changed", "");
  }

  /** {@return what it heard of that method from anybody but the catalog itself} */
  List<Heard> heard(String method) {
    return heard.stream()
        .filter(one -> !one.from().startsWith("belay/"))
        .filter(one -> one.message().at("method").text().equals(method))
        .toList();
  }

  /** {@return how often anybody asked it so} */
  int asked(String method) {
    return (int)
        heard.stream().filter(one -> one.message().at("method").text().equals(method)).count();
  }

  /** {@return the params of what it heard of that method from anybody but the catalog itself} */
  List<String> params(String method) {
    return heard(method).stream().map(one -> one.message().at("params").raw()).toList();
  }

  /** {@return the ids of requests that it was told are wanted no more} */
  List<String> left() {
    return heard.stream().filter(one -> one.kind().equals("left")).map(Heard::id).toList();
  }

  /** {@return its conversation with that client} */
  Talk with(String client) {
    return talks.stream()
        .filter(talk -> talk.link.id().equals(client + "/" + name))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public Conversation open(ClientLink client) {
    var talk = new Talk(client);
    talks.add(talk);
    return talk;
  }

  @Override
  public Conversation openForAll(ClientLink belay) {
    return open(belay);
  }

  @Override
  public boolean isShared() {
    return shared;
  }

  @Override
  public Object policies() {
    return this;
  }

  /** As many seconds as its name is long. */
  @Override
  public CallPolicy policy(String tool) {
    var total = new Part(Duration.ofSeconds(tool.length()), Part.UNSET, "");
    var lane =
        new LaneSettings(tool.startsWith("alone") ? Concurrency.EXCLUSIVE : null, Scope.TURN, null);
    return new CallPolicy(
        EffectiveLimits.clamped(total, total),
        Silence.NONE,
        lane,
        Rate.NONE,
        JobSettings.Mode.AUTO,
        null,
        JobSettings.Join.AUTO,
        JobSettings.OnRestart.FAIL,
        null,
        null);
  }

  @Override
  public ToolIndex tools() {
    return tools.now();
  }

  @Override
  public void endSubscriptions() {}

  @Override
  public @Nullable String trouble() {
    return trouble;
  }

  @Override
  public @Nullable String instructions() {
    return instructions;
  }

  @Override
  public @Nullable BreakerFigures breakerFigures() {
    return null;
  }

  @Override
  public ServerFigures figures() {
    return new ServerFigures(
        name, "up", null, "legacy", "stdio", 0, calls, List.of(), 0, null, 0, drainedBy);
  }

  @Override
  public @Nullable String drain(String by) {
    drainedBy = by;
    return null;
  }

  @Override
  public int calls() {
    return calls;
  }

  @Override
  public boolean isBusy() {
    return calls > 0;
  }

  @Override
  public void replace(Settings settings, ServerSettings changed) {
    replaced.add(settings);
  }

  @Override
  public void close(Grace grace) {
    isClosed = true;
    closed.complete(true);
  }
}
