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
 * The connection to one MCP server over Streamable HTTP, for messages of either era (MCP 2025-11-25
 * and 2026-07-28 §streamable-http).
 *
 * <p>A message that names a revision in its {@code _meta} is modern and stands alone; all others
 * belong to the one session that an {@code initialize} opens, which is reopened transparently if
 * the server forgets it. Every request ends in exactly one answer or {@link
 * HttpHandler#onUnanswered}, unless it was cancelled with {@code notifications/cancelled}. For a
 * server of 2024-11-05, HTTP+SSE is used.
 *
 * <p>Concurrency: no method blocks; each message is sent on a virtual thread of its own, and order
 * is kept only where it matters: {@code initialize} and its confirmation before the rest, a request
 * before its cancellation. Safe for use by many threads.
 */
public final class HttpConnection implements AutoCloseable {
  /** How long a server may take to answer a cancelled request. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** How long the end of a session may take. */
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  /** How many bytes of answers may be in transit. */
  private static final long ANSWERS_ROOM = 16L * 1024 * 1024;

  private final Peer peer;
  private final HttpHandler handler;
  private final Posts posts;
  private final Tell tell;
  private final Threads threads;
  private final SessionReopener sessions;
  private final EventTransport events;
  private final ToolHeaders tools = new ToolHeaders();
  private final LegacySession session = new LegacySession();
  private final Map<RequestId, PendingPost> open = new ConcurrentHashMap<>();
  private final AtomicInteger notifications = new AtomicInteger();
  private final AtomicLong answersUnderWay = new AtomicLong();
  private final AtomicBoolean closing = new AtomicBoolean();

  /**
   * Prepares a connection; nothing is sent before {@link #send}.
   *
   * @param headers sent with every request in addition to those of the protocol, such as
   *     authorization
   * @throws IllegalArgumentException if the address is not an HTTP one or a header cannot be sent
   */
  public HttpConnection(
      String name,
      URI url,
      Map<String, String> headers,
      HttpBounds bounds,
      Time time,
      HttpHandler handler) {
    var origin = new HttpOrigin(url, headers, bounds.connect());
    this.handler = handler;
    peer = new Peer(origin, bounds, time, this::inbound, handler::onNote);
    posts = new Posts(origin, tools);
    tell = new Tell(peer);
    threads = new Threads(name);
    sessions = new SessionReopener(peer, posts, session, threads, tell, handler::onReopened);
    events = new EventTransport(peer, posts, session, threads, tell, handler::onReopened);
  }

  /**
   * Restricts the connection to HTTP+SSE, the transport of 2024-11-05, with its stream at the
   * address; call it before anything is sent. Without it, that transport is detected if the server
   * refuses to open a session.
   */
  public void overEvents() {
    events.chooseOnly();
  }

  /** Does nothing: an HTTP connection is opened by the first message. */
  public void start() {}

  /**
   * Sends a request or a notification.
   *
   * @return false if too many are in transit, or the connection is closed
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

  /** Sends the answer to a request of the server; false only if the connection is closed. */
  public boolean answer(byte[] response) {
    var trip = new Trip();
    answersUnderWay.addAndGet(response.length);
    boolean started =
        threads.start(
            "post-answer",
            trip,
            () -> {
              try {
                // Never repeated in another session: the request belongs to this one.
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

  /** {@return the bytes of answers in transit, as a multiple of the room for them} */
  public long fill() {
    return answersUnderWay.get() / ANSWERS_ROOM;
  }

  /** Refuses further messages and ends what is under way: {@link #close}. */
  public void abandonOutput() {
    close();
  }

  /**
   * Ends a legacy session at the server and everything under way; never blocks.
   *
   * <p>Requests without an answer are reported as broken.
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

  /** {@return a stage that completes once everything under way has ended} */
  public CompletionStage<Void> closed() {
    return threads.ended();
  }

  private boolean request(Envelope message) {
    var request = new PendingPost(message);
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
    // Closing may have reported it already.
    return !request.settle();
  }

  private void run(PendingPost request) throws InterruptedException {
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

  private void answered(PendingPost request, Envelope answer) {
    if (request.settle()) {
      open.remove(request.id(), request);
      handler.onMessage(answer.bytes(), request.id());
    }
  }

  private void unanswered(PendingPost request, HttpFailure why) {
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

  /** Makes sure, on the calling thread, that nothing overtakes a message that must come first. */
  private Threads.Task told(Trip trip, Envelope message) {
    boolean confirms =
        !ModernHeaders.isModern(message) && message.method().equals("notifications/initialized");
    var ready = confirms ? session.initialized(message.bytes()) : null;
    return () -> {
      try {
        if (ready == null) {
          tell(trip, message);
        } else if (events.isChosen()) {
          events.confirm(trip, message.bytes(), ready, () -> {});
        } else {
          sessions.confirm(trip, message.bytes(), ready, () -> {});
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
   * Cancels a request in the way of its era: a modern one by closing its stream, a legacy one by a
   * notification once it has been sent.
   */
  private boolean cancel(Envelope message) {
    var id = message.id(Member.PARAMS_REQUEST_ID);
    var request = id == null ? null : open.get(id);
    if (request == null) {
      return !closing.get(); // it was answered meanwhile: nothing to cancel
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

  private void cancel(Trip trip, PendingPost request, Envelope message)
      throws InterruptedException {
    if (request.sent().join()) {
      note(tellLegacy(trip, message.bytes()));
      peer.time().await(request.ended(), GRACE);
    }
    request.trip().stop();
  }

  /** Takes a message from any stream that is not the answer to that stream's own request. */
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

  /** In Streamable HTTP, {@code initialize} is answered on its own post. */
  private boolean isExpected(PendingPost request) {
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
        // A server that does not let clients end sessions answers 405; either way it is over.
        tell.send(trip, last.on(peer.origin().request()).DELETE().build());
      }
    }
    peer.origin().close();
  }
}
