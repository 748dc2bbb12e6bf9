package dev.belay.mcp.client;

import dev.belay.mcp.client.Ask.Ending;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.RequestId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The legacy era over HTTP+SSE, the transport of 2024-11-05: messages are posted to the address
 * that a stream has named, and answers come on that stream.
 *
 * <p>A session lasts as long as its stream. If that is lost, so are its pending requests; the next
 * request opens both again. Safe for use by many threads.
 */
final class EventTransport {
  private final Peer peer;

  /** Receives everything that comes on a stream. */
  private final Peer.Inbound outer;

  private final Posts posts;
  private final LegacySession session;
  private final Threads threads;
  private final Tell tell;
  private final Runnable onReopened;
  private final AtomicReference<@Nullable EventStream> present = new AtomicReference<>();
  private final AtomicReference<@Nullable Reopening> reopening = new AtomicReference<>();
  private volatile boolean chosen;
  private volatile boolean only;

  /** Why a lost session could not be reopened at the last attempt. */
  private volatile @Nullable HttpFailure refusal;

  /** A pending answer to a repeated {@code initialize}, which the client did not send. */
  private record Reopening(RequestId id, CompletableFuture<Envelope> answer) {}

  EventTransport(
      Peer peer,
      Posts posts,
      LegacySession session,
      Threads threads,
      Tell tell,
      Runnable onReopened) {
    this.peer = new Peer(peer.origin(), peer.bounds(), peer.time(), this::inbound, peer.note());
    this.outer = peer.inbound();
    this.posts = posts;
    this.session = session;
    this.threads = threads;
    this.tell = tell;
    this.onReopened = onReopened;
  }

  /** Fixes this transport: the server is known to speak no other. */
  void chooseOnly() {
    chosen = true;
    only = true;
  }

  /** {@return whether the whole legacy era uses this transport} */
  boolean isChosen() {
    return chosen;
  }

  /** {@return whether the server is not even probed for the modern era} */
  boolean isOnly() {
    return only;
  }

  /**
   * Chooses this transport for a server that refused the newer one, if the server offers it (MCP
   * 2025-03-26 §backwards-compatibility); blocks until that is known.
   */
  boolean chooseIfOffered() {
    var stream = open(peer.bounds().connect());
    if (stream.awaitEndpoint()) {
      present.set(stream);
      chosen = true;
    } else {
      stream.trip().stop();
    }
    return chosen;
  }

  private EventStream open(Duration limit) {
    var stream = new EventStream(peer, limit);
    if (!threads.start("events", stream.trip(), stream::read)) {
      stream.lost().complete(HttpFailure.lost(peer.origin(), "was left"));
    }
    return stream;
  }

  /**
   * Sends a request and blocks until its end; the answer comes on the stream and is passed on from
   * there, which stops the request's trip.
   */
  Ending ask(PendingPost request) {
    var stream = request.isInitialize() ? first() : later();
    boolean again = !request.isInitialize();
    while (true) {
      if (!stream.awaitEndpoint()) {
        return new Ending.Failed(stream.lost().join());
      }
      Runnable sent = () -> request.sent().complete(true);
      var now = request.isInitialize() ? null : session.now();
      var post = posts.to(stream.endpoint(), request.message().bytes(), now, sent);
      var told = tell.send(request.trip(), post, Tell.isRepeatable(request.message()));
      if (request.trip().isStopped()) {
        return new Ending.Stopped();
      }
      if (told.isAccepted()) {
        CompletableFuture.anyOf(request.trip().stopped(), stream.lost()).join();
        return request.trip().isStopped()
            ? new Ending.Stopped()
            : new Ending.Failed(stream.lost().join());
      }
      if (!again || !told.isForgotten()) {
        return new Ending.Failed(told.failure(peer.origin()));
      }
      // The stream exists but its session does not: as useless as no stream.
      again = false;
      stream.trip().stop();
      stream.lost().join();
      stream = later();
    }
  }

  /** Returns the stream for an {@code initialize}: one without a session. */
  private EventStream first() {
    var offered = present.get();
    if (offered != null && !offered.isLost() && offered.take()) {
      return offered;
    }
    var fresh = open(peer.bounds().idle());
    var _ = fresh.take();
    var last = present.getAndSet(fresh);
    if (last != null) {
      last.trip().stop();
    }
    return fresh;
  }

  /** Returns the stream of the session, reopened if it was lost. */
  private EventStream later() {
    while (true) {
      session.ready().join();
      var now = session.now();
      var stream = present.get();
      if (stream == null) {
        return failed(HttpFailure.refused(peer.origin(), "was never opened"));
      }
      if (now == null) {
        return stream;
      }
      if (stream.isLost()) {
        // Another request may have opened both since this one looked.
        if (!session.reopen(now, () -> !stream.equals(present.get()) || again(now))) {
          var why = refusal;
          return why == null ? stream : failed(why);
        }
      } else if (session.ready().isDone()) {
        return stream;
      }
      // The session is being reopened, and is not confirmed yet.
    }
  }

  /** Returns a stream that was lost before it began. */
  private EventStream failed(HttpFailure why) {
    var stream = new EventStream(peer, Duration.ZERO);
    stream.lost().complete(why);
    return stream;
  }

  private boolean again(LegacySession.Opened gone) {
    var initialize = session.initialize();
    var done = new CompletableFuture<Boolean>();
    var trip = new Trip();
    return initialize != null
        && threads.start(
            "reopen",
            trip,
            () -> {
              try {
                done.complete(again(trip, initialize, gone));
              } finally {
                done.complete(false);
              }
            })
        && done.join();
  }

  private boolean again(Trip trip, byte[] initialize, LegacySession.Opened gone) {
    var stream = open(peer.bounds().idle());
    var _ = stream.take();
    refusal =
        stream.awaitEndpoint() ? opened(trip, stream, initialize, gone) : stream.lost().join();
    if (refusal != null) {
      stream.trip().stop();
      return false;
    }
    present.set(stream);
    // Not before: where the client confirms meanwhile, the new session must be confirmed, too.
    var initialized = session.initialized();
    if (initialized == null) {
      onReopened.run();
    } else {
      confirm(trip, initialized, session.initialized(initialized), onReopened);
    }
    return true;
  }

  /** Reopens the session on a new stream; returns the reason of a failure, or null. */
  private @Nullable HttpFailure opened(
      Trip trip, EventStream stream, byte[] initialize, LegacySession.Opened gone) {
    var answer = new CompletableFuture<Envelope>();
    reopening.set(new Reopening(Envelope.parseOwn(initialize).requireId(), answer));
    try (var _ = new Silence(peer.time(), peer.bounds().idle(), stream.trip()::stop)) {
      var post = posts.to(stream.endpoint(), initialize, null, () -> {});
      var told = tell.send(trip, post, /* repeatable= */ true);
      if (!told.isAccepted()) {
        return told.failure(peer.origin());
      }
      CompletableFuture.anyOf(answer, stream.lost()).join();
    } finally {
      reopening.set(null);
    }
    if (!answer.isDone()) {
      return stream.lost().join();
    }
    var fault = session.reopened(answer.join(), null, gone);
    return fault == null ? null : HttpFailure.refused(peer.origin(), fault);
  }

  /**
   * Sends a message without an answer on the present stream; without one, it is not worth opening.
   */
  Tell.Told tell(Trip trip, byte[] message) {
    var stream = present.get();
    if (stream == null || stream.isLost() || !stream.awaitEndpoint()) {
      return new Tell.Told(0, "The session with " + peer.origin() + " is over.");
    }
    var post = posts.to(stream.endpoint(), message, session.now(), () -> {});
    return tell.send(trip, post, /* repeatable= */ true);
  }

  /**
   * Confirms the session with the client's own message. The waiters for {@code ready} proceed after
   * {@code next}, since the answer to one of them could come first.
   */
  void confirm(Trip trip, byte[] initialized, CompletableFuture<Void> ready, Runnable next) {
    try {
      var told = tell(trip, initialized);
      if (!told.isAccepted()) {
        peer.note().accept(told.text(peer.origin()));
      }
      next.run();
    } finally {
      ready.complete(null);
    }
  }

  private void inbound(Envelope message, @Nullable RequestId during) {
    var waiting = reopening.get();
    boolean isAnswer = message.kind() == Kind.RESPONSE || message.kind() == Kind.ERROR;
    if (isAnswer && waiting != null && waiting.id().equals(message.id())) {
      waiting.answer().complete(message);
    } else {
      outer.take(message, during);
    }
  }
}
