package dev.belay.http.stream;

import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.era.Era;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The transport of 2024-11-05: one stream for all that a client reads, and a URL beside it for what
 * it posts. Nothing can be resumed: when the stream ends, so does the conversation.
 */
final class HttpAndSse {
  private static final String SESSION = "sessionId=";

  private final Service service;
  private final InfoPage info;
  private final String messages;
  private final Map<String, EventsClient> clients = new ConcurrentHashMap<>();

  /**
   * Makes one without clients.
   *
   * @param messages the path to which clients post
   */
  HttpAndSse(Service service, InfoPage info, String messages) {
    this.service = service;
    this.info = info;
    this.messages = messages;
  }

  /** Answers at the stream's URL. */
  void stream(Request request, Response response) {
    if (!request.method().equals("GET")) {
      Refusals.GET_ONLY.to(response, null);
    } else if (!MediaTypes.acceptsEvents(request)) {
      info.send(response);
    } else if (service.inFlight().isDraining()) {
      Refusals.closing(Era.LEGACY).to(response, null);
    } else if (!service.admission().enter(request.owner())) {
      Refusals.SESSIONS.to(response, null);
    } else {
      open(request, response);
    }
  }

  private void open(Request request, Response response) {
    var id = service.sessionIds().next();
    var principal = request.requireCaller().principal();
    var stream = response.stream(Wire.EVENTS);
    var conversation =
        service.open(request.owner(), new EventsLink(principal, service.newClientId(), stream));
    var client = new EventsClient(principal, request.owner(), stream, conversation);
    clients.put(id, client);
    var endpoint = messages + "?" + SESSION + id;
    stream.send(null, "endpoint", endpoint.getBytes(StandardCharsets.US_ASCII));
    response.onGone(() -> end(id, client));
  }

  private void end(String id, EventsClient client) {
    if (client.end()) {
      clients.remove(id);
      service.admission().leave(client.owner());
    }
  }

  /** Answers at the URL to which clients post. */
  void message(Request request, Response response) {
    if (!request.method().equals("POST")) {
      Refusals.POST_ONLY.to(response, null);
      return;
    }
    var id = sessionId(request.query());
    if (id == null) {
      Refusals.NO_SESSION_PARAMETER.to(response, null);
      return;
    }
    var client = clients.get(id);
    if (client == null || !client.principal().equals(request.requireCaller().principal())) {
      Refusals.NO_SESSION.to(response, null);
    } else if (MediaTypes.isEncoded(request)) {
      Refusals.ENCODED.to(response, null);
    } else if (!request.isJson()) {
      Refusals.NOT_JSON.to(response, null);
    } else {
      message(request, response, client);
    }
  }

  private void message(Request request, Response response, EventsClient client) {
    Envelope message;
    try {
      message = Envelope.parse(request.body(), service.bounds().message());
    } catch (MalformedEnvelope e) {
      Refusals.malformed(e).to(response, Posted.idOf(e));
      return;
    }
    switch (message.kind()) {
      case REQUEST -> request(response, client, HeaderTrace.into(message, request));
      case NOTIFICATION -> {
        Wire.accepted(response);
        client.conversation().onNotification(message);
      }
      case RESPONSE, ERROR -> {
        Wire.accepted(response);
        client.conversation().onAnswer(message);
      }
    }
  }

  private void request(Response response, EventsClient client, Envelope message) {
    var request = new EventsRequest(service, client, message, service.time().nanos());
    var refusal = client.add(request, service.bounds().inFlightPerSession());
    if (refusal == null) {
      refusal = service.inFlight().add(request, Era.LEGACY);
      if (refusal == null) {
        Wire.accepted(response);
        request.begin();
        return;
      }
      client.remove(request);
    }
    refusal.to(response, message.id());
  }

  /** {@return how many clients have a stream} */
  int count() {
    return clients.size();
  }

  void close() {
    clients.forEach(this::end);
  }

  private static @Nullable String sessionId(@Nullable String query) {
    if (query != null) {
      for (var pair : query.split("&", -1)) {
        if (pair.startsWith(SESSION)) {
          return pair.substring(SESSION.length());
        }
      }
    }
    return null;
  }
}
