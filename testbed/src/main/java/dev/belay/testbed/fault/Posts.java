package dev.belay.testbed.fault;

import dev.belay.testkit.http.Head;
import dev.belay.testkit.json.Json;
import dev.belay.testkit.json.NotJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers POSTs in their era, unless a fault comes first. */
final class Posts {
  private final Server server;
  private final Sessions sessions;
  private final Requests requests;
  private final Wires wires;

  Posts(Server server, Sessions sessions) {
    this.server = server;
    this.sessions = sessions;
    requests = new Requests(server);
    wires = new Wires(server, sessions);
  }

  void serve(Head head, byte[] body, Reply reply) throws InterruptedException {
    var text = new String(body, StandardCharsets.UTF_8);
    server.log.note("recv", text);
    Json message;
    try {
      message = Json.parse(text);
    } catch (NotJson e) {
      Refused.legacy(reply, 400, -32700, "Parse error: " + e.getMessage());
      return;
    }
    var fault = fault(message);
    if (fault != null && fault.when() == HttpFault.When.INSTEAD) {
      fault.play(new Spoiled(reply, List.of(), arguments(message), List.of()));
    } else if (!head.field("Content-Type").startsWith("application/json")) {
      Refused.legacy(reply, 415, -32000, "Unsupported Media Type");
    } else if (!head.field("Accept").contains("application/json")
        || !head.field("Accept").contains("text/event-stream")) {
      Refused.legacy(reply, 406, -32000, "Not Acceptable: both types are needed");
    } else if (!(message instanceof Json.Members)) {
      Refused.legacy(reply, 400, -32600, "A single message is needed");
    } else if (requests.isModern(message.at("params")) || isModernByHead(head)) {
      modern(head, message, reply, fault);
    } else {
      legacy(head, message, reply, fault);
    }
  }

  private @Nullable HttpFault fault(Json message) {
    var method = message.at("method").text();
    var fault = server.options.httpRules.answering("POST", method);
    return fault == null && method.equals("tools/call")
        ? HttpFault.of(message.at("params", "name").text())
        : fault;
  }

  static Json arguments(Json message) {
    return message.at("params", "arguments");
  }

  private boolean isModernByHead(Head head) {
    return server.options.era == Options.Spoken.BOTH
        && head.field("MCP-Protocol-Version").equals(Era.MODERN_REVISION);
  }

  private void modern(Head head, Json message, Reply reply, @Nullable HttpFault fault)
      throws InterruptedException {
    var id = message.at("id");
    if (!id.present()) {
      reply.whole(202, "", "");
      return;
    }
    var claimed = Era.claimed(message.at("params"));
    var problem = claimed.isEmpty() ? "" : ModernHead.problem(head, message);
    if (!problem.isEmpty()) {
      Refused.with(reply, 400, id, -32020, problem);
    } else if (claimed.isEmpty() && !message.at("method").text().equals("initialize")) {
      Refused.with(reply, 400, id, -32602, "Missing _meta envelope");
    } else {
      var peer = new Peer(server, new SilentWire());
      // A modern client cancels by closing its stream.
      var _ = reply.left().thenRun(peer::gone);
      requests.receive(message, peer, wires.modern(message, peer, reply, fault));
    }
  }

  private void legacy(Head head, Json message, Reply reply, @Nullable HttpFault fault)
      throws InterruptedException {
    var begins = message.at("method").text().equals("initialize");
    var session = begins ? sessions.begin() : sessions.of(head, reply);
    if (session == null) {
      return;
    }
    var revision = head.field("MCP-Protocol-Version");
    if (!begins && !revision.isEmpty() && !Era.isLegacy(revision)) {
      Refused.legacy(reply, 400, -32000, "Bad Request: Unsupported protocol version");
    } else if (!message.at("id").present() || !message.at("method").present()) {
      requests.receive(message, session.peer, session.peer.unasked);
      reply.whole(202, "", "");
    } else {
      requests.receive(message, session.peer, wires.legacy(message, session, begins, reply, fault));
    }
  }
}
