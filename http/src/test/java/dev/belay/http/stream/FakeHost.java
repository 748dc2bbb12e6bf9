package dev.belay.http.stream;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.SessionFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** A host that serves clients as scripted, and records everything it receives. */
final class FakeHost implements SessionFactory {
  /** One conversation, and its received messages. */
  final class Talk implements Conversation {
    final ClientLink client;
    final List<String> heard = new CopyOnWriteArrayList<>();
    final Map<String, ReplyTo> open = new ConcurrentHashMap<>();
    final List<RequestId> left = new CopyOnWriteArrayList<>();
    final BlockingQueue<RequestId> leaving = new LinkedBlockingQueue<>();
    final BlockingQueue<Boolean> closing = new LinkedBlockingQueue<>();
    volatile boolean closed;

    Talk(ClientLink client) {
      this.client = client;
    }

    @Override
    public void onRequest(Envelope request, ReplyTo reply) {
      heard.add(request.toString());
      switch (request.method()) {
        case "initialize" -> {
          if (holdsInitialize) {
            open.put(request.requireId().toString(), reply);
          } else {
            reply.send(
                refusesInitialize
                    ? Messages.error(request.requireId(), -32602, "no", null)
                    : answer(request.requireId(), "{\"protocolVersion\":\"" + revision + "\"}"));
          }
        }
        case "echo", "tools/call" -> {
          if (holds) {
            open.put(request.requireId().toString(), reply);
            asked.add(this);
          } else {
            reply.send(answer(request.requireId(), "{\"ok\":true}"));
          }
        }
        case "broken" -> throw new IllegalStateException("broken");
        default -> reply.send(Messages.error(request.requireId(), errorCode, "no", null));
      }
    }

    @Override
    public void onNotification(Envelope notification) {
      heard.add(notification.toString());
    }

    @Override
    public void onAnswer(Envelope response) {
      heard.add(response.toString());
    }

    @Override
    public void onLeft(RequestId request) {
      left.add(request);
      leaving.add(request);
    }

    @Override
    public void close() {
      closed = true;
      closing.add(true);
    }

    /** {@return the reply to the request of that id} */
    ReplyTo reply(String id) {
      var reply = open.get(id);
      if (reply == null) {
        throw new AssertionError("no request " + id + " is open in " + heard);
      }
      return reply;
    }
  }

  final List<Talk> talks = new CopyOnWriteArrayList<>();

  /** Conversations with held requests, in their order. */
  final BlockingQueue<Talk> asked = new LinkedBlockingQueue<>();

  volatile boolean holds;
  boolean holdsInitialize;
  boolean refusesInitialize;
  boolean breaks;
  int errorCode = -32601;
  String revision = "2025-11-25";

  @Override
  public Conversation open(ClientLink client) {
    if (breaks) {
      throw new IllegalStateException("broken");
    }
    var talk = new Talk(client);
    talks.add(talk);
    return talk;
  }

  Talk last() {
    return talks.getLast();
  }

  static byte[] answer(RequestId id, String result) {
    return Messages.response(id, result.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] notification(String method, @Nullable String params) {
    return Messages.notification(method, params == null ? null : bytes(params));
  }
}
