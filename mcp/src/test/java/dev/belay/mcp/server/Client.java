package dev.belay.mcp.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.SessionFactory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A client without any transport: it calls a host's methods directly. */
final class Client implements ClientLink {
  /** The {@code _meta} of a client with some capabilities, but not sampling. */
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{},\"roots\":{}}";

  final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  final Conversation conversation;

  Client(SessionFactory host) {
    conversation = host.open(this);
  }

  /** {@return a client that has opened a legacy session and can elicit} */
  static Client legacy(SessionFactory host) throws InterruptedException {
    var client = new Client(host);
    client.ask(
        "initialize",
        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"elicitation\":{},\"roots\":{}},"
            + "\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}");
    return client;
  }

  /** Sends a request in any era and waits for the answer. */
  String ask(String method, String params) throws InterruptedException {
    return request("1", method, params).answer();
  }

  /** Sends a request of the modern era, whose {@code _meta} is added to the params. */
  String askModern(String method, String members) throws InterruptedException {
    return ask(method, modern(members));
  }

  static String modern(String members) {
    return "{" + members + (members.isEmpty() ? "" : ",") + META + "}}";
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
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%s}}"
                .formatted(id)));
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

  /** The messages for one request, in order: notifications, and last the answer or nothing. */
  static final class Reply implements ReplyTo {
    static final String NOTHING = "nothing";

    final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    volatile boolean reads = true;

    /** Waits for the answer. */
    String answer() throws InterruptedException {
      return answers.take();
    }

    /** Waits for the next message before the answer. */
    String next() throws InterruptedException {
      return messages.take();
    }

    @Override
    public void send(byte[] response) {
      answers.add(new String(response, UTF_8));
    }

    @Override
    public void nothing() {
      answers.add(NOTHING);
    }

    @Override
    public boolean tell(byte[] message) {
      return reads && messages.add(new String(message, UTF_8));
    }

    @Override
    public void progress(Object author, byte[] message) {
      messages.add(new String(message, UTF_8));
    }

    @Override
    public void letGo() {
      messages.add("let go");
    }
  }
}
