package dev.belay.http.stream;

import dev.belay.http.route.EventStreamResponse;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.stream.McpOverHttp.InfoPage;
import dev.belay.http.stream.Rejections.Rejection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The transport of 2024-11-05: one stream for everything sent to a client, and a URL to which it
 * posts. Streams cannot be resumed: the conversation ends with its stream.
 */
final class HttpAndSse {
  private static final String SESSION = "sessionId=";

  private final Service service;
  private final InfoPage info;
  private final String messages;
  private final Map<String, SseClient> clients = new ConcurrentHashMap<>();

  /**
   * Creates the transport without clients.
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
      Rejections.GET_ONLY.to(response, null);
    } else if (!MediaTypes.acceptsEvents(request)) {
      info.send(response);
    } else if (service.inFlight().isDraining()) {
      Rejections.closing(Era.LEGACY).to(response, null);
    } else if (!service.admission().enter(request.owner())) {
      Rejections.SESSIONS.to(response, null);
    } else {
      open(request, response);
    }
  }

  private void open(Request request, Response response) {
    var id = service.sessionIds().next();
    var principal = request.requireCaller().principal();
    var stream = response.stream(Wire.EVENTS);
    var conversation =
        service.open(request.owner(), new SseLink(principal, service.newClientId(), stream));
    var client = new SseClient(principal, request.owner(), stream, conversation);
    clients.put(id, client);
    var endpoint = messages + "?" + SESSION + id;
    stream.send(null, "endpoint", endpoint.getBytes(StandardCharsets.US_ASCII));
    response.onGone(() -> end(id, client));
  }

  private void end(String id, SseClient client) {
    if (client.end()) {
      clients.remove(id);
      service.admission().leave(client.owner());
    }
  }

  /** Answers at the URL to which clients post. */
  void message(Request request, Response response) {
    if (!request.method().equals("POST")) {
      Rejections.POST_ONLY.to(response, null);
      return;
    }
    var id = sessionId(request.query());
    if (id == null) {
      Rejections.NO_SESSION_PARAMETER.to(response, null);
      return;
    }
    var client = clients.get(id);
    if (client == null || !client.principal().equals(request.requireCaller().principal())) {
      Rejections.NO_SESSION.to(response, null);
    } else if (MediaTypes.isEncoded(request)) {
      Rejections.ENCODED.to(response, null);
    } else if (!request.isJson()) {
      Rejections.NOT_JSON.to(response, null);
    } else {
      message(request, response, client);
    }
  }

  private void message(Request request, Response response, SseClient client) {
    Envelope message;
    try {
      message = Envelope.parse(request.body(), service.bounds().message());
    } catch (MalformedEnvelope e) {
      Rejections.malformed(e).to(response, Posted.idOf(e));
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

  private void request(Response response, SseClient client, Envelope message) {
    var request = new SseRequest(service, client, message);
    var refusal = service.inFlight().add(request, Era.LEGACY);
    if (refusal == null) {
      // Last: from then on the end of the stream may end the request, and free its place.
      refusal = client.add(request, service.bounds().inFlightPerSession());
      if (refusal == null) {
        Wire.accepted(response);
        request.begin();
        return;
      }
      service.inFlight().remove(request);
    }
    refusal.to(response, message.id());
  }

  /** {@return the number of connected clients} */
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

  /** The connection to a client of HTTP+SSE, as seen by its host. */
  record SseLink(String principal, String id, EventStreamResponse stream) implements ClientLink {
    @Override
    public String door() {
      return McpOverHttp.MESSAGES;
    }

    @Override
    public boolean tell(byte[] message) {
      return stream.send(null, Wire.MESSAGE, message);
    }
  }

  /** One client of HTTP+SSE: its stream and its open requests. */
  static final class SseClient {
    private final String principal;
    private final String owner;
    private final EventStreamResponse stream;
    private final Conversation conversation;
    private final Set<SseRequest> requests = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean ended = new AtomicBoolean();

    SseClient(
        String principal, String owner, EventStreamResponse stream, Conversation conversation) {
      this.principal = principal;
      this.owner = owner;
      this.stream = stream;
      this.conversation = conversation;
    }

    String principal() {
      return principal;
    }

    String owner() {
      return owner;
    }

    EventStreamResponse stream() {
      return stream;
    }

    Conversation conversation() {
      return conversation;
    }

    /** Adds a request; returns the rejection if there are too many, or the client is gone. */
    @Nullable Rejection add(SseRequest request, int most) {
      if (requests.size() >= most) {
        return Rejections.busy(Era.LEGACY);
      }
      requests.add(request);
      if (ended.get()) {
        requests.remove(request);
        return Rejections.NO_SESSION;
      }
      return null;
    }

    void remove(SseRequest request) {
      requests.remove(request);
    }

    /** Ends the stream, its requests and the conversation; true for the first caller only. */
    boolean end() {
      if (!ended.compareAndSet(false, true)) {
        return false;
      }
      for (var request : requests) {
        request.nothing();
      }
      stream.end();
      conversation.close();
      return true;
    }
  }
}
