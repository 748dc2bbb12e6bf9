package dev.belay.http.stream;

import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.stream.EventLog.EventId;
import dev.belay.http.stream.Posted.PostedBatch;
import dev.belay.http.stream.Rejections.Rejection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Serves sessions of the legacy era over one URL (MCP 2025-11-25 §streamable-http). */
final class LegacyHttp {
  private final Service service;
  private final Sessions sessions;

  LegacyHttp(Service service, Sessions sessions) {
    this.service = service;
    this.sessions = sessions;
  }

  /** Handles one posted message. */
  void message(Request request, Response response, Envelope message) {
    if (!MediaTypes.acceptsBoth(request)) {
      Rejections.NOT_ACCEPTED.to(response, message.id());
      return;
    }
    boolean opens = message.method().equals("initialize");
    if (opens && McpHeader.SESSION.of(request) == null) {
      open(request, response, message);
      return;
    }
    switch (find(request)) {
      case Found.No(var refusal) -> refusal.to(response, message.id());
      case Found.Yes(var session) -> {
        if (opens) {
          Rejections.INITIALIZED.to(response, message.id());
        } else {
          take(response, session, HeaderTrace.into(message, request));
        }
      }
    }
  }

  private void open(Request request, Response response, Envelope message) {
    var refusal = service.inFlight().refusal(Era.LEGACY);
    if (refusal != null) {
      refusal.to(response, message.id());
      return;
    }
    var session = sessions.open(request);
    if (session == null) {
      Rejections.SESSIONS.to(response, message.id());
      return;
    }
    if (!begin(response, session, List.of(message), false, List.of())) {
      session.end("Too many requests are in flight");
    }
  }

  private void take(Response response, Session session, Envelope message) {
    switch (message.kind()) {
      case REQUEST -> begin(response, session, List.of(message), false, List.of());
      case NOTIFICATION -> {
        Wire.accepted(response);
        session.conversation().onNotification(message);
      }
      case RESPONSE, ERROR -> {
        Wire.accepted(response);
        session.conversation().onAnswer(message);
      }
    }
  }

  /** Begins requests of a session; false if they were rejected. */
  private boolean begin(
      Response response,
      Session session,
      List<Envelope> requests,
      boolean batch,
      List<byte[]> early) {
    var post =
        new LegacyPost(service, session, response, requests, batch, early, service.time().nanos());
    var refusal = service.inFlight().add(post, Era.LEGACY);
    if (refusal == null) {
      // Last: from then on the end of the session may end the request, and free its place.
      refusal = session.add(post, service.bounds().inFlightPerSession());
      if (refusal == null) {
        post.begin();
        return true;
      }
      service.inFlight().remove(post);
      if (!post.refuse()) {
        return false; // the end of the session has answered it
      }
    }
    refusal.to(response, batch ? null : requests.getFirst().id());
    return false;
  }

  /** Handles an array of messages, which sessions of 2025-03-26 may post. */
  void batch(Request request, Response response) {
    if (Posted.namesModern(request)) {
      Rejections.MODERN_IN_BATCH.to(response, null);
      return;
    }
    switch (PostedBatch.read(request.body(), service.bounds().message())) {
      case PostedBatch.Unreadable(var refusal) -> refusal.to(response, null);
      case PostedBatch.Messages messages -> batch(request, response, messages);
    }
  }

  private void batch(Request request, Response response, PostedBatch.Messages messages) {
    if (!MediaTypes.acceptsBoth(request)) {
      Rejections.NOT_ACCEPTED.to(response, null);
      return;
    }
    switch (find(request)) {
      case Found.No(var refusal) -> refusal.to(response, null);
      case Found.Yes(var session) -> {
        if (session.hasBatches()) {
          batch(request, response, session, messages);
        } else {
          Rejections.NO_BATCH.to(response, null);
        }
      }
    }
  }

  private void batch(
      Request request, Response response, Session session, PostedBatch.Messages messages) {
    for (var notification : messages.notifications()) {
      session.conversation().onNotification(notification);
    }
    for (var answer : messages.answers()) {
      session.conversation().onAnswer(answer);
    }
    if (!messages.requests().isEmpty()) {
      var requests =
          messages.requests().stream().map(one -> HeaderTrace.into(one, request)).toList();
      begin(response, session, requests, true, messages.faults());
    } else if (messages.faults().isEmpty()) {
      Wire.accepted(response);
    } else {
      response.send(400, Wire.JSON, LegacyPost.array(messages.faults()));
    }
  }

  /** Opens the stream without a request, or resumes one that broke off. */
  void get(Request request, Response response) {
    switch (find(request)) {
      case Found.No(var refusal) -> refusal.to(response, null);
      case Found.Yes(var session) -> {
        var refusal = listen(request, response, session);
        if (refusal != null) {
          refusal.to(response, null);
        }
      }
    }
  }

  private @Nullable Rejection listen(Request request, Response response, Session session) {
    if (service.inFlight().isDraining()) {
      return Rejections.closing(Era.LEGACY);
    }
    var last = McpHeader.LAST_EVENT.of(request);
    if (last == null) {
      return session.log().listen(response, session.isPrimed()) ? null : Rejections.LISTENS;
    }
    var event = EventId.of(last);
    return event != null && session.log().resume(event, response) ? null : Rejections.NO_EVENT;
  }

  /** Ends a session at its client's request. */
  void delete(Request request, Response response) {
    switch (find(request)) {
      case Found.No(var refusal) -> refusal.to(response, null);
      case Found.Yes(var session) -> {
        session.end("The session was ended by its client");
        response.send(204, List.of(), Wire.EMPTY);
      }
    }
  }

  private sealed interface Found {
    record Yes(Session session) implements Found {}

    record No(Rejection refusal) implements Found {}
  }

  private Found find(Request request) {
    var id = McpHeader.SESSION.of(request);
    if (id == null) {
      return new Found.No(Rejections.NO_SESSION_ID);
    }
    var session = McpHeader.SESSION.isAlone(request) ? sessions.find(request, id) : null;
    if (session == null) {
      return new Found.No(Rejections.NO_SESSION);
    }
    var version = McpHeader.VERSION.of(request);
    var revision = version == null ? Revision.V2025_03_26 : Revision.of(version);
    return revision != null && revision.era() == Era.LEGACY && McpHeader.VERSION.isAlone(request)
        ? new Found.Yes(session)
        : new Found.No(Rejections.version(version == null ? "" : version));
  }
}
