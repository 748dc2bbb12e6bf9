package dev.belay.mcp.client;

import dev.belay.core.time.Time;
import dev.belay.mcp.client.Ask.Ending;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Messages to and from one MCP server over Streamable HTTP, in whichever era each of them is (MCP
 * 2025-11-25 and 2026-07-28 §streamable-http).
 *
 * <p>A message that names a revision in its {@code _meta} is modern and stands alone; all others
 * belong to the one session that an {@code initialize} opens, which is opened again unseen where
 * the server forgets it. Every request ends in exactly one answer or {@link
 * HttpHandler#onUnanswered}, unless it was taken back with {@code notifications/cancelled}. A
 * server of 2024-11-05 is spoken to in its own way, over HTTP+SSE.
 *
 * <p>Concurrency: nothing here blocks; each message goes out on a virtual thread of its own, so
 * only what must come first does: {@code initialize} and what confirms it before the rest, a
 * request before its cancellation. Safe for use by many threads.
 */
public final class HttpConnection implements AutoCloseable {
  /** How long a server may take to answer a request that was taken back. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** How long the end of a session may take. */
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  /** How many bytes of answers may be on their way. */
  private static final long ANSWERS_ROOM = 16L * 1024 * 1024;

  private final Peer peer;
  private final HttpHandler handler;
  private final Posts posts;
  private final Tell tell;
  private final Threads threads;
  private final Sessions sessions;
  private final EventTransport events;
  private final KnownTools tools = new KnownTools();
  private final LegacySession session = new LegacySession();
  private final Map<RequestId, OpenRequest> open = new ConcurrentHashMap<>();
  private final AtomicInteger notifications = new AtomicInteger();
  private final AtomicLong answersUnderWay = new AtomicLong();
  private final AtomicBoolean closing = new AtomicBoolean();

  /**
   * Prepares a connection; nothing is sent before {@link #send}.
   *
   * @param headers what every request carries besides what the protocol wants, such as
   *     authorization
   * @throws IllegalArgumentException if the address is none of HTTP or a header cannot be sent
   */
  public HttpConnection(
      String name,
      URI url,
      Map<String, String> headers,
      HttpBounds bounds,
      Time time,
      HttpHandler handler) {
    var origin = new Origin(url, headers, bounds.connect());
    this.handler = handler;
    peer = new Peer(origin, bounds, time, this::inbound, handler::onNote);
    posts = new Posts(origin, tools);
    tell = new Tell(peer);
    threads = new Threads(name);
    sessions = new Sessions(peer, posts, session, threads, tell, handler::onReopened);
    events = new EventTransport(peer, posts, session, threads, tell, handler::onReopened);
  }

  /**
   * Keeps to HTTP+SSE, the transport of 2024-11-05, whose stream is at the address; call it before
   * anything is sent. Without it, that is found out where the server refuses to be opened.
   */
  public void overEvents() {
    events.chooseOnly();
  }

  /** Nothing to do: a connection over HTTP is opened by what is sent. */
  public void start() {}

  /**
   * Sends a request or a notification.
   *
   * @return false if too much is on its way already, or the connection is closed
   * @throws IllegalArgumentException if it is neither, or its id is that of an open request
   */
  public boolean send(byte[] message) {
    var envelope = Envelope.parseOwn(message);
    return switch (envelope.kind()) {
      case REQUEST -> request(envelope);
      case NOTIFICATION ->
          envelope.method().equals("notifications/cancelled")
              ? cancel(envelope)
              : notification(envelope);
      case RESPONSE, ERROR -> throw new IllegalArgumentException("an answer is not sent but given");
    };
  }

  /** Sends the answer to a question of the server; false only if the connection is closed. */
  public boolean answer(byte[] response) {
    var trip = new Trip();
    answersUnderWay.addAndGet(response.length);
    boolean started =
        threads.start(
            "post-answer",
            trip,
            () -> {
              try {
                // Not again in another session: the question was asked in this one.
                note(tellLegacy(trip, response));
              } finally {
                answersUnderWay.addAndGet(-response.length);
              }
            });
    if (!started) {
      answersUnderWay.addAndGet(-response.length);
    }
    return started;
  }

  /** {@return how many times the room for answers is taken by those that did not arrive yet} */
  public long fill() {
    return answersUnderWay.get() / ANSWERS_ROOM;
  }

  /** Takes nothing more to send and ends what is under way: {@link #close}. */
  public void abandonOutput() {
    close();
  }

  /**
   * Ends a legacy session at the server and whatever is under way; never blocks.
   *
   * <p>Requests without an answer are told of as broken.
   */
  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      threads.refuse();
      var failure = HttpFailure.broken(peer.origin(), "was left before it had answered");
      var left = List.copyOf(open.values());
      threads.stop(() -> {
        left.forEach(request -> unanswered(request, failure));
        farewell();
      });
    }
  }

  /** {@return complete once everything that was under way has ended} */
  public CompletionStage<Void> closed() {
    return threads.ended();
  }

  private boolean request(Envelope message) {
    var request = new OpenRequest(message);
    if (open.size() >= peer.bounds().open()) {
      return false;
    }
    if (open.putIfAbsent(request.id(), request) != null) {
      throw new IllegalArgumentException("a request with the id " + request.id() + " is open");
    }
    if (request.isInitialize()) {
      session.initializing(message.bytes());
    }
    if (threads.start("post-" + request.id(), request.trip(), () -> run(request))) {
      return true;
    }
    open.remove(request.id(), request);
    // Closing may have told of it already.
    return !request.settle();
  }

  private void run(OpenRequest request) throws InterruptedException {
    try {
      var end = new RequestRun(peer, posts, tools, session, sessions, events, request).run();
      switch (end.reply()) {
        case Ending.Answered(var answer) -> answered(request, answer);
        case Ending.Failed(var why) -> unanswered(request, why);
        case Ending.Forgotten(var why) -> unanswered(request, why);
        case Ending.Stopped() -> {} // reported by the stop itself
      }
      end.drain();
    } finally {
      request.sent().complete(false);
      request.ended().complete(null);
      if (!closing.get()) {
        unanswered(
            request, HttpFailure.broken(peer.origin(), "was given up: it did not answer in time"));
      }
      open.remove(request.id(), request);
    }
  }

  private void answered(OpenRequest request, Envelope answer) {
    if (request.settle()) {
      open.remove(request.id(), request);
      handler.onMessage(answer.bytes(), request.id());
    }
  }

  private void unanswered(OpenRequest request, HttpFailure why) {
    if (request.settle()) {
      open.remove(request.id(), request);
      if (!request.isCancelled()) {
        handler.onUnanswered(request.id(), why);
      }
    }
  }

  private boolean notification(Envelope message) {
    if (notifications.incrementAndGet() > peer.bounds().open()) {
      notifications.decrementAndGet();
      return false;
    }
    var trip = new Trip();
    boolean started = threads.start("post-notification", trip, told(trip, message));
    if (!started) {
      session.ready().complete(null);
      notifications.decrementAndGet();
    }
    return started;
  }

  /** Sees to it, here and now, that nothing overtakes a message that must come first. */
  private Threads.Task told(Trip trip, Envelope message) {
    boolean confirms =
        !ModernHeaders.isModern(message) && message.method().equals("notifications/initialized");
    var ready = confirms ? session.initialized(message.bytes()) : null;
    return () -> {
      try {
        if (ready == null) {
          tell(trip, message);
        } else if (events.isChosen()) {
          events.confirm(trip, message.bytes(), ready);
        } else {
          sessions.confirm(trip, message.bytes(), ready);
        }
      } finally {
        notifications.decrementAndGet();
      }
    };
  }

  private void tell(Trip trip, Envelope message) {
    if (ModernHeaders.isModern(message)) {
      note(tell.send(trip, posts.modern(message, () -> {})));
    } else {
      session.ready().join();
      var now = session.now();
      var told = tellLegacy(trip, message.bytes());
      if (told.isForgotten() && now != null && now.id() != null && sessions.reopen(now)) {
        told = tellLegacy(trip, message.bytes());
      }
      note(told);
    }
  }

  private Tell.Told tellLegacy(Trip trip, byte[] message) {
    return events.isChosen()
        ? events.tell(trip, message)
        : tell.send(trip, posts.legacy(message, session.now(), () -> {}));
  }

  /**
   * Takes a request back in the way of its era: a modern one by closing its stream, a legacy one by
   * saying so once it has been sent.
   */
  private boolean cancel(Envelope message) {
    var id = message.id(Member.PARAMS_REQUEST_ID);
    var request = id == null ? null : open.get(id);
    if (request == null) {
      return !closing.get(); // it was answered meanwhile: there is nothing to take back
    }
    request.cancel();
    if (request.isModern()) {
      if (request.settle()) {
        open.remove(request.id(), request);
      }
      request.trip().stop();
      return true;
    }
    var trip = new Trip();
    return threads.start("post-cancelled", trip, () -> cancel(trip, request, message));
  }

  private void cancel(Trip trip, OpenRequest request, Envelope message)
      throws InterruptedException {
    if (request.sent().join()) {
      note(tellLegacy(trip, message.bytes()));
      peer.time().await(request.ended(), GRACE);
    }
    request.trip().stop();
  }

  /** Takes what came on any stream and is not the answer to that stream's own request. */
  private void inbound(Envelope message, @Nullable RequestId during) {
    if (message.kind() == Kind.REQUEST || message.kind() == Kind.NOTIFICATION) {
      handler.onMessage(message.bytes(), during);
      return;
    }
    var id = message.id();
    var request = id == null ? null : open.get(id);
    if (request != null && !request.isModern() && isExpected(request)) {
      var fault = request.isInitialize() ? session.opened(message, null) : null;
      if (fault == null) {
        answered(request, message);
      } else {
        unanswered(request, HttpFailure.refused(peer.origin(), fault));
      }
      request.trip().stop();
    } else {
      handler.onNote(peer.origin() + " sent an answer to nothing that it was asked there");
    }
  }

  /** In a session of Streamable HTTP what opens it is answered where it was asked. */
  private boolean isExpected(OpenRequest request) {
    return !request.isInitialize() || events.isChosen();
  }

  private void note(Tell.Told told) {
    if (!told.isAccepted() && !closing.get()) {
      handler.onNote(told.text(peer.origin()));
    }
  }

  private void farewell() {
    var last = session.end();
    if (last != null && last.id() != null) {
      var trip = new Trip();
      try (var _ = peer.time().after(FAREWELL, trip::stop)) {
        // A server that does not let sessions be ended says 405; either way it is over.
        tell.send(trip, last.on(peer.origin().request()).DELETE().build());
      }
    }
    peer.origin().close();
  }
}
