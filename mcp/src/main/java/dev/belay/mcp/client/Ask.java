package dev.belay.mcp.client;

import dev.belay.mcp.envelope.Batches;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.era.Revision;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs one request on the wire: the post, reading JSON or events, and fetching the rest of a broken
 * stream (MCP 2025-11-25 §resumability). For one thread.
 */
final class Ask {
  private static final Duration DRAIN = Duration.ofSeconds(1);

  private final Peer peer;
  private final Trip trip;
  private final @Nullable Function<HttpHeaders, HttpRequest.Builder> resume;
  private final StreamSink sink;
  private final boolean probe;
  private final boolean opening;
  private final boolean modern;
  private final boolean repeatable;
  private final RequestId id;
  private @Nullable HttpHeaders headers;
  private int status;
  private @Nullable PostExchange<Body> rest;
  private @Nullable Body restOfBody;

  /**
   * Prepares the request.
   *
   * @param resume builds the request for the rest of a stream that began with these headers; null
   *     if streams cannot be resumed, as in the modern era
   */
  Ask(
      Peer peer,
      Trip trip,
      Envelope request,
      @Nullable Function<HttpHeaders, HttpRequest.Builder> resume) {
    this.peer = peer;
    this.trip = trip;
    this.resume = resume;
    this.probe = request.method().equals("server/discover");
    this.opening = probe || request.method().equals("initialize");
    this.modern = ModernHeaders.isModern(request);
    this.repeatable = Tell.isRepeatable(request);
    this.id = request.requireId();
    this.sink = new StreamSink(peer, id);
  }

  /** Sends {@code post} and waits for its end; {@code sessioned} if it names a session. */
  Ending run(HttpRequest post, boolean sessioned) throws InterruptedException {
    HttpResponse<Body> response;
    PostExchange<Body> exchange;
    try {
      exchange = trip.ask(peer.origin(), post, repeatable);
      response = exchange.head();
    } catch (IOException e) {
      return trip.isStopped()
          ? new Ending.Stopped()
          : new Ending.Failed(HttpFailure.unreachable(peer.origin(), e));
    }
    headers = response.headers();
    status = response.statusCode();
    if (response.statusCode() / 100 != 2) {
      return refused(exchange, response, sessioned);
    }
    return switch (Body.type(response)) {
      case "text/event-stream" -> events(exchange, response);
      case "application/json" -> json(exchange, response);
      default -> noMessage(exchange, response);
    };
  }

  private Ending noMessage(PostExchange<Body> exchange, HttpResponse<Body> response) {
    exchange.close();
    String type = Body.type(response);
    return new Ending.Failed(
        HttpFailure.refused(
            peer.origin(),
            "answered a request with status "
                + response.statusCode()
                + " and no message; its content is "
                + (type.isEmpty() ? "of no type" : HttpFailure.shown(type))));
  }

  /** {@return the headers of the first response; null before there is one} */
  @Nullable HttpHeaders headers() {
    return headers;
  }

  /** {@return the status of the first response; 0 before there is one} */
  int status() {
    return status;
  }

  /** Briefly reads what follows the answer, so that the connection can be reused. */
  void drain() {
    var exchange = rest;
    var body = restOfBody;
    if (exchange == null || body == null) {
      return;
    }
    try (exchange;
        var silence = new Silence(peer.time(), DRAIN, exchange::close);
        var parser = new SseParser(peer.bounds().message(), peer.intake(), sink)) {
      body.events(silence, parser, () -> false);
    } catch (IOException _) {
      // Nothing more was expected.
    }
  }

  private Ending refused(
      PostExchange<Body> exchange, HttpResponse<Body> response, boolean sessioned) {
    int status = response.statusCode();
    byte[] said;
    try (var silence = new Silence(peer.time(), peer.bounds().idle(), exchange::close)) {
      said = response.body().whole(silence, peer.intake(), peer.bounds().message());
    } catch (IOException _) {
      said = new byte[0];
    }
    exchange.close();
    if (trip.isStopped()) {
      return new Ending.Stopped();
    }
    var text = new String(said, StandardCharsets.UTF_8);
    var failure = HttpFailure.status(peer.origin(), status, text);
    if (sessioned && Tell.forgets(status, text, id)) {
      return new Ending.Forgotten(failure);
    }
    if (mayAnswer(status) && isError(said)) {
      sink.message(said);
    }
    var answer = sink.answer();
    return answer == null || (!opening && saysOtherEra(modern, status, answer))
        ? new Ending.Failed(failure)
        : new Ending.Answered(answer);
  }

  /**
   * A refusal of access or an overload says nothing about the protocol (MCP 2026-07-28 §probing).
   */
  private boolean mayAnswer(int status) {
    return status != 401 && status != 403 && status != 429 && !(probe && status >= 500);
  }

  private static boolean isError(byte[] said) {
    try {
      return Envelope.parse(said, Bounds.DEFAULT).kind() == Kind.ERROR;
    } catch (MalformedEnvelope _) {
      return false;
    }
  }

  private Ending json(PostExchange<Body> exchange, HttpResponse<Body> response) {
    try (exchange;
        var silence = new Silence(peer.time(), peer.bounds().idle(), exchange::close)) {
      byte[] body;
      try {
        body = response.body().whole(silence, peer.intake(), peer.bounds().message());
      } catch (IOException e) {
        return trip.isStopped() ? new Ending.Stopped() : new Ending.Failed(broken(e, silence));
      }
      if (Batches.isBatch(body)) {
        for (byte[] one : Batches.split(body, Bounds.DEFAULT)) {
          sink.message(one);
        }
      } else {
        sink.message(body);
      }
    } catch (MalformedEnvelope e) {
      sink.garbage("sent " + e.getMessage(), true);
    }
    return result("answered with a message that is not the answer to what it was asked");
  }

  private Ending result(String otherwise) {
    if (sink.answer() != null) {
      return new Ending.Answered(sink.answer());
    }
    String fault = sink.fault();
    return new Ending.Failed(HttpFailure.refused(peer.origin(), fault == null ? otherwise : fault));
  }

  private HttpFailure broken(IOException e, Silence silence) {
    return silence.isBroken()
        ? HttpFailure.silent(peer.origin(), peer.bounds().idle())
        : HttpFailure.unread(peer.origin(), e);
  }

  private Ending events(PostExchange<Body> first, HttpResponse<Body> head)
      throws InterruptedException {
    var exchange = first;
    var response = head;
    var backoff = new Backoff(peer.bounds().tries());
    while (true) {
      var failure = read(exchange, response);
      if (sink.answer() != null) {
        rest = exchange;
        restOfBody = response.body();
        return new Ending.Answered(sink.answer());
      }
      exchange.close();
      if (sink.fault() != null) {
        return result("");
      }
      var resumed = resumed(failure, backoff);
      if (resumed == null) {
        return trip.isStopped()
            ? new Ending.Stopped()
            : new Ending.Failed(backoff.isHopeless() ? HttpFailure.gone(failure) : failure);
      }
      exchange = resumed.exchange;
      response = resumed.response;
    }
  }

  private record Resumed(PostExchange<Body> exchange, HttpResponse<Body> response) {}

  /**
   * Reads events up to the answer; returns the reason of their end if the answer was not among
   * them.
   */
  private HttpFailure read(PostExchange<Body> exchange, HttpResponse<Body> response) {
    try (var silence = new Silence(peer.time(), peer.bounds().idle(), exchange::close);
        var parser = new SseParser(peer.bounds().message(), peer.intake(), sink)) {
      try {
        response.body().events(silence, parser, sink::isSettled);
        return HttpFailure.broken(peer.origin(), "ended its stream without the answer");
      } catch (IOException e) {
        return broken(e, silence);
      }
    }
  }

  /** Fetches the rest of a stream; null if that is not possible. */
  private @Nullable Resumed resumed(HttpFailure failure, Backoff backoff)
      throws InterruptedException {
    boolean said = false;
    while (resume != null && headers != null && sink.lastId() != null) {
      var delay = backoff.next(sink.takeAnything(), sink.retry());
      if (delay == null || !trip.pause(peer.time(), delay)) {
        return null;
      }
      try {
        var get =
            resume
                .apply(headers)
                .setHeader("Accept", "text/event-stream")
                .setHeader("Last-Event-ID", sink.lastId())
                .GET()
                .build();
        var exchange = trip.ask(peer.origin(), get, /* repeatable= */ true);
        var response = exchange.head();
        backoff.wasLetIn();
        if (response.statusCode() == 200 && Body.type(response).equals("text/event-stream")) {
          return new Resumed(exchange, response);
        }
        exchange.close();
        if (response.statusCode() < 500 && response.statusCode() != 429) {
          return null; // the server no longer has the stream
        }
      } catch (IOException e) {
        if (trip.isStopped()) {
          return null;
        }
        if (e instanceof ConnectException && backoff.isRefusedForGood()) {
          return null;
        }
        if (!said) {
          peer.note().accept(failure.text() + "; trying to fetch the rest of it");
          said = true;
        }
      }
    }
    return null;
  }

  /** The end of one request on the wire. */
  sealed interface Ending {
    /** The server answered; the answer carries the id of the request. */
    record Answered(Envelope answer) implements Ending {}

    /** No answer will come. */
    record Failed(HttpFailure why) implements Ending {}

    /** The server has forgotten the session, and did not process the request. */
    record Forgotten(HttpFailure why) implements Ending {}

    /** It was stopped by this side. */
    record Stopped() implements Ending {}
  }

  /**
   * Tells whether the error of a refusal means that the server speaks only the era other than
   * {@code modern}, so that it did not process the request (MCP 2026-07-28 §versioning).
   */
  private static boolean saysOtherEra(boolean modern, int status, Envelope error) {
    var code = number(error.number(Member.ERROR_CODE));
    if (code == null || (status != 400 && status != 404 && status != 405)) {
      return false;
    }
    return modern ? isLegacyRefusal(code, error) : isModernRefusal(code, status, error);
  }

  /** Widespread legacy servers report a missing revision or session as -32000. */
  private static boolean isLegacyRefusal(int code, Envelope error) {
    return code == -32_000
        || code == -32_001
        || (code == ErrorCode.UNSUPPORTED_PROTOCOL_VERSION.code() && !namesOurs(error));
  }

  private static boolean namesOurs(Envelope error) {
    var data = error.span(Member.ERROR_DATA);
    var all = data == null ? null : Slices.find(error.bytes(), data, "supported");
    if (all == null || !all.isArray(error.bytes())) {
      return false;
    }
    return Slices.items(error.bytes(), all).stream()
        .filter(one -> one.isString(error.bytes()))
        .anyMatch(one -> JsonString.decode(error.bytes(), one).equals(Revision.V2026_07_28.wire()));
  }

  /** A modern server misses the {@code _meta} of every request, or the headers for it. */
  private static boolean isModernRefusal(int code, int status, Envelope error) {
    var text = String.valueOf(error.text(Member.ERROR_MESSAGE));
    return code == ErrorCode.UNSUPPORTED_PROTOCOL_VERSION.code()
        || code == ErrorCode.MISSING_CLIENT_CAPABILITY.code()
        || code == ErrorCode.HEADER_MISMATCH.code()
        || (code == ErrorCode.INVALID_PARAMS.code()
            && status == 400
            && (text.contains("_meta") || text.contains("protocolVersion")));
  }

  private static @Nullable Integer number(@Nullable String literal) {
    try {
      return literal == null ? null : Integer.valueOf(literal);
    } catch (NumberFormatException _) {
      return null;
    }
  }
}
