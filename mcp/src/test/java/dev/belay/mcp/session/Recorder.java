package dev.belay.mcp.session;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/** A host that records what it receives, and acts as the name of a method says. */
final class Recorder implements SessionFactory, Conversation {
  static final byte[] PROGRESS = utf8("{\"progress\":true}");

  final List<String> heard = Collections.synchronizedList(new ArrayList<>());
  private final Deque<Envelope> kept = new ArrayDeque<>();
  private final Deque<ReplyTo> waiting = new ArrayDeque<>();

  @Override
  public Conversation open(ClientLink client) {
    heard.add("open " + client.id() + " of " + client.principal());
    return this;
  }

  @Override
  public void onRequest(Envelope request, ReplyTo reply) {
    heard.add(request.method());
    var id = request.requireId();
    switch (request.method()) {
      case "initialize" -> reply.send(Messages.response(id, opening(request)));
      case "keep" -> {
        kept.add(request);
        waiting.add(reply);
      }
      case "silent" -> reply.nothing();
      case "tell" -> {
        reply.tell(utf8("{\"told\":true}"));
        reply.progress(reply, PROGRESS);
        reply.send(Messages.response(id, utf8("{}")));
        heard.add("told " + reply.tell(utf8("{\"late\":true}")));
        reply.progress(reply, PROGRESS);
        reply.send(Messages.response(id, utf8("{\"again\":true}")));
      }
      default -> reply.send(Messages.response(id, utf8("{}")));
    }
  }

  private static byte[] opening(Envelope request) {
    return utf8("{\"protocolVersion\":\"" + request.text(Member.PARAMS_PROTOCOL_VERSION) + "\"}");
  }

  /** Answers the oldest kept request. */
  void release() {
    var request = Objects.requireNonNull(kept.poll());
    Objects.requireNonNull(waiting.poll())
        .send(Messages.response(request.requireId(), utf8("{\"kept\":true}")));
  }

  @Override
  public void onNotification(Envelope notification) {
    heard.add("notification " + notification.method());
    if (notification.method().equals("release")) {
      release();
    }
  }

  @Override
  public void onAnswer(Envelope response) {
    heard.add("answer " + response);
  }

  @Override
  public void onLeft(RequestId request) {
    heard.add("left " + request);
  }

  @Override
  public void close() {
    heard.add("close");
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
