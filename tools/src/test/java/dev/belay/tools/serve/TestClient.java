package dev.belay.tools.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.SessionFactory;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client without a transport, which calls a host's methods. */
final class TestClient implements ClientLink {
  static final String META =
      "\"_meta\":{\"progressToken\":\"p\","
          + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{},\"roots\":{}},"
          + "\"io.modelcontextprotocol/logLevel\":\"debug\"}";

  final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  final Conversation conversation;

  TestClient(SessionFactory host) {
    conversation = host.open(this);
  }

  /** {@return a client that has opened a session of the latest revision, and can elicit} */
  static TestClient legacy(SessionFactory host) throws InterruptedException {
    return legacy(host, "2025-11-25");
  }

  /** {@return the same of that revision} */
  static TestClient legacy(SessionFactory host, String revision) throws InterruptedException {
    var client = new TestClient(host);
    client
        .request(
            "\"init\"",
            "initialize",
            "{\"protocolVersion\":\""
                + revision
                + "\",\"capabilities\":{\"elicitation\":{},\"roots\":{}},"
                + "\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}")
        .answer();
    return client;
  }

  Reply call(String id, String tool, String arguments) {
    return request(
        id,
        "tools/call",
        "{\"name\":\""
            + tool
            + "\",\"arguments\":"
            + arguments
            + ",\"_meta\":{\"progressToken\":\"p\"}}");
  }

  /** Calls in the modern era, with additional members of the params. */
  Reply callModern(String id, String tool, String arguments, String more) {
    return request(
        id,
        "tools/call",
        "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + more + "," + META + "}");
  }

  Reply request(String id, String method, String params) {
    var reply = new Reply();
    conversation.onRequest(
        parse(
            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":%s}"
                .formatted(id, method, params)),
        reply);
    return reply;
  }

  void cancel(String id) {
    conversation.onNotification(
        parse(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
                + id
                + "}}"));
  }

  void answer(String json) {
    conversation.onAnswer(parse(json));
  }

  private static Envelope parse(String json) {
    return Envelope.parseOwn(json.getBytes(UTF_8));
  }

  @Override
  public String principal() {
    return "local";
  }

  @Override
  public String id() {
    return "client";
  }

  @Override
  public boolean tell(byte[] message) {
    return told.add(new String(message, UTF_8));
  }

  /** Record of one request: its notifications, and its answer if any. */
  static final class Reply implements ReplyTo {
    static final String NOTHING = "nothing";

    final BlockingQueue<String> messages = new LinkedBlockingQueue<>();

    /** The limits of its call, reported when it runs. */
    final BlockingQueue<Duration> limits = new LinkedBlockingQueue<>();

    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    String answer() throws InterruptedException {
      return answers.take();
    }

    JsonNode result() throws InterruptedException {
      return JsonMapper.shared().readTree(answer()).path("result");
    }

    String text() throws InterruptedException {
      return result().at("/content/0/text").asString();
    }

    /** Waits for the next notification. */
    String next() throws InterruptedException {
      return messages.take();
    }

    @Override
    public void runs(Duration limit) {
      limits.add(limit);
    }

    @Override
    public void send(byte[] response) {
      answers.add(new String(response, UTF_8));
    }

    @Override
    public void letGo() {
      messages.add("let go");
    }

    @Override
    public void nothing() {
      answers.add(NOTHING);
    }

    @Override
    public boolean tell(byte[] message) {
      return messages.add(new String(message, UTF_8));
    }

    @Override
    public void progress(Object author, byte[] message) {
      messages.add(new String(message, UTF_8));
    }
  }
}
