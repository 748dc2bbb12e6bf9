package dev.belay.testbed.fault;

import dev.belay.testkit.http.Head;
import dev.belay.testkit.json.Json;
import java.util.List;

/** Dispatches requests to the server's only URL, unless a fault comes first. */
final class Endpoint {
  private static final String STREAM =
      Wire.notificationText("notifications/message", "{\"level\":\"info\",\"data\":\"spoiled\"}");

  private final Server server;
  private final Sessions sessions;
  private final Posts posts;

  Endpoint(Server server) {
    this.server = server;
    sessions = new Sessions(server);
    posts = new Posts(server, sessions);
  }

  void serve(Head head, byte[] body, Reply reply) throws InterruptedException {
    if (!head.target().equals("/mcp")) {
      reply.whole(404, "text/plain", "no such path\n");
      return;
    }
    switch (head.method()) {
      case "POST" -> posts.serve(head, body, reply);
      case "GET" -> unlessFaulty(head, reply, () -> stream(head, reply));
      case "DELETE" -> unlessFaulty(head, reply, () -> delete(head, reply));
      default -> Refused.method(reply, "GET, POST, DELETE");
    }
  }

  private void unlessFaulty(Head head, Reply reply, Runnable legacy) {
    var fault = server.options.httpRules.answering(head.method(), "");
    if (fault != null) {
      fault.play(new Spoiled(reply, List.of(STREAM), Json.Atom.ABSENT, List.of()));
    } else if (server.options.era == Options.Spoken.MODERN) {
      Refused.method(reply, "POST");
    } else {
      legacy.run();
    }
  }

  private void stream(Head head, Reply reply) {
    if (!head.field("Accept").contains("text/event-stream")) {
      Refused.legacy(reply, 406, -32000, "Not Acceptable: no text/event-stream");
      return;
    }
    var session = sessions.of(head, reply);
    if (session == null) {
      return;
    }
    var last = head.field("Last-Event-ID");
    if (!last.isEmpty()) {
      resume(session, last, reply);
    } else if (!session.standalone.playUnread(reply)) {
      Refused.legacy(reply, 409, -32000, "Conflict: there is one stream already");
    }
  }

  private void resume(Session session, String last, Reply reply) {
    var tape = session.tape(last);
    var dash = last.indexOf('-');
    if (tape == null || !last.substring(dash + 1).matches("[0-9]{1,9}")) {
      Refused.legacy(reply, 400, -32000, "No such event");
      return;
    }
    var fault = tape.onResume;
    if (fault == HttpFault.DROP_REFUSED) {
      Refused.legacy(reply, 400, -32000, "The stream cannot be resumed");
      return;
    }
    reply.beginEvents();
    if (fault == HttpFault.DROP_EMPTY) {
      reply.endChunks();
    } else {
      tape.play(reply, Long.parseLong(last.substring(dash + 1)));
    }
  }

  private void delete(Head head, Reply reply) {
    var session = sessions.of(head, reply);
    if (session != null) {
      sessions.forget(session);
      session.end();
      reply.whole(200, "", "");
    }
  }
}
