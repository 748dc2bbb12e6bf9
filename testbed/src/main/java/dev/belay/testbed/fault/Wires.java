package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Selects the form in which the answer to a request is sent. */
final class Wires {
  private final Server server;
  private final Sessions sessions;

  Wires(Server server, Sessions sessions) {
    this.server = server;
    this.sessions = sessions;
  }

  Wire modern(Json message, Peer peer, Reply reply, @Nullable HttpFault fault) {
    return switch (when(fault)) {
      case SPOILED -> spoiled(fault, reply, message, List.of());
      case DROPPED -> {
        dropped(reply, "e1-0");
        yield new SilentWire();
      }
      case BESIDES, INSTEAD -> {
        besides(fault, null);
        yield server.options.jsonBodies
            ? new BodyWire(reply, peer.unasked, /* modern= */ true)
            : new EventWire(reply);
      }
    };
  }

  /**
   * {@return the wire for a request in a session, with its stream begun}
   *
   * @param begins whether the request begins the session, so that its answer has the session's id
   */
  Wire legacy(
      Json message, Session session, boolean begins, Reply reply, @Nullable HttpFault fault) {
    var headers = begins ? List.of("Mcp-Session-Id: " + session.id) : List.<String>of();
    return switch (when(fault)) {
      case SPOILED -> spoiled(fault, reply, message, headers);
      case DROPPED -> {
        var tape = session.newTape();
        tape.onResume = fault;
        dropped(reply, tape.id(0), headers.toArray(String[]::new));
        yield new TapeWire(tape);
      }
      case BESIDES, INSTEAD -> {
        besides(fault, session);
        yield honest(session, reply, headers);
      }
    };
  }

  private Wire honest(Session session, Reply reply, List<String> headers) {
    if (server.options.jsonBodies) {
      return new BodyWire(
          reply, session.peer.unasked, /* modern= */ false, headers.toArray(String[]::new));
    }
    var tape = session.newTape();
    reply.beginEvents(headers.toArray(String[]::new));
    if (Era.mayPrime(session.peer.revision)) {
      var _ = reply.chunk("id: " + tape.id(0) + "\ndata: \n\n");
    }
    tape.play(reply, 0);
    return new TapeWire(tape);
  }

  private void besides(@Nullable HttpFault fault, @Nullable Session session) {
    // Done first: the client may return as soon as it has its answer.
    if (fault == HttpFault.SESSION_EXPIRED) {
      if (session != null) {
        sessions.forget(session);
      }
    } else if (fault != null) {
      server.options.httpRules.add(HttpRule.next(fault));
    }
  }

  private static Wire spoiled(
      @Nullable HttpFault fault, Reply reply, Json message, List<String> headers) {
    return fault == null
        ? new SilentWire()
        : new SpoiledWire(fault, reply, Posts.arguments(message), headers);
  }

  private static void dropped(Reply reply, String id, String... headers) {
    reply.beginEvents(headers);
    var _ = reply.chunk("retry: 10\nid: " + id + "\ndata: \n\n");
    reply.endChunks();
  }

  private static HttpFault.When when(@Nullable HttpFault fault) {
    return fault == null ? HttpFault.When.BESIDES : fault.when();
  }
}
