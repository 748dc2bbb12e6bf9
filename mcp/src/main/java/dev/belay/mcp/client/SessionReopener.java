package dev.belay.mcp.client;

import dev.belay.mcp.client.Ask.Ending;
import dev.belay.mcp.envelope.Envelope;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reopens the legacy session if the server has forgotten it, and keeps its stream. */
final class SessionReopener {
  private final Peer peer;
  private final Posts posts;
  private final LegacySession session;
  private final Threads threads;
  private final Tell tell;
  private final Runnable onReopened;
  private final AtomicReference<@Nullable Trip> standing = new AtomicReference<>();

  SessionReopener(
      Peer peer,
      Posts posts,
      LegacySession session,
      Threads threads,
      Tell tell,
      Runnable onReopened) {
    this.peer = peer;
    this.posts = posts;
    this.session = session;
    this.threads = threads;
    this.tell = tell;
    this.onReopened = onReopened;
  }

  /**
   * Confirms the session with the client's own message. The waiters for {@code ready} proceed after
   * {@code next}, since the answer to one of them could come first.
   */
  void confirm(Trip trip, byte[] initialized, CompletableFuture<Void> ready, Runnable next) {
    try {
      var now = session.now();
      var told = tell.send(trip, posts.legacy(initialized, now, () -> {}));
      if (!told.isAccepted()) {
        peer.note().accept(told.text(peer.origin()));
      } else if (now != null) {
        var begun = listen(now);
        if (now.awaitsListener()) {
          // A call that overtook it would be answered in the other form.
          begun.join();
        }
      }
      next.run();
    } finally {
      ready.complete(null);
    }
  }

  /**
   * Opens the stream without a request, in place of that of an earlier session.
   *
   * @return a future that completes when the server has answered the first GET, or within the idle
   *     limit of the stream
   */
  private CompletableFuture<Void> listen(LegacySession.Opened now) {
    var trip = new Trip();
    var earlier = standing.getAndSet(trip);
    if (earlier != null) {
      earlier.stop();
    }
    var stream = new StandingStream(peer, trip, now, this::reopen);
    if (!threads.start("stream", trip, stream::run)) {
      stream.begun.complete(null);
    }
    return stream.begun;
  }

  /** Blocks until there is a newer session than {@code gone}; false if there is none. */
  boolean reopen(LegacySession.Opened gone) {
    return session.reopen(gone, () -> again(gone));
  }

  private boolean again(LegacySession.Opened gone) {
    byte[] first = session.initialize();
    if (first == null) {
      return false;
    }
    var done = new CompletableFuture<Boolean>();
    var trip = new Trip();
    boolean started =
        threads.start(
            "reopen",
            trip,
            () -> {
              try {
                var ask = open(trip, first, gone);
                done.complete(ask != null);
                if (ask != null) {
                  ask.drain();
                }
              } finally {
                done.complete(false);
              }
            });
    return started && done.join();
  }

  private @Nullable Ask open(Trip trip, byte[] first, LegacySession.Opened gone)
      throws InterruptedException {
    var ask = new Ask(peer, trip, Envelope.parseOwn(first), null);
    try (var _ = new Silence(peer.time(), peer.bounds().idle(), trip::stop)) {
      var reply = ask.run(posts.legacy(first, null, () -> {}), false);
      if (!(reply instanceof Ending.Answered(var answer))) {
        return null;
      }
      var fault = session.reopened(answer, ask.headers(), gone);
      if (fault != null) {
        peer.note().accept(peer.origin() + " " + fault);
        return null;
      }
    }
    // Not before: where the client confirms meanwhile, the new session must be confirmed, too.
    byte[] second = session.initialized();
    if (second == null) {
      onReopened.run();
    } else {
      confirm(trip, second, session.initialized(second), onReopened);
    }
    return ask;
  }

  /**
   * The stream of a legacy session that belongs to no request (MCP 2025-11-25
   * §listening-for-messages-from-the-server).
   *
   * <p>A server need not offer it. If it does, it is opened again for as long as the session lasts.
   * For one thread.
   */
  static final class StandingStream {
    private static final int LONGEST_REFUSAL = 64 * 1024;

    private final Peer peer;
    private final Trip trip;
    private final LegacySession.Opened session;
    private final Consumer<LegacySession.Opened> onForgotten;
    private final StreamSink sink;
    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    private boolean offered;

    /**
     * Prepares the stream; {@code onForgotten} is called if the server has forgotten the session.
     */
    StandingStream(
        Peer peer,
        Trip trip,
        LegacySession.Opened session,
        Consumer<LegacySession.Opened> onForgotten) {
      this.peer = peer;
      this.trip = trip;
      this.session = session;
      this.onForgotten = onForgotten;
      this.sink = new StreamSink(peer, null);
    }

    /** Reads until the session is over, or the server turns out not to offer the stream. */
    void run() throws InterruptedException {
      try {
        var backoff = new Backoff(Integer.MAX_VALUE);
        while (readOnce()) {
          begun.complete(null);
          var delay = backoff.next(sink.takeAnything(), sink.retry());
          if (delay == null || !trip.pause(peer.time(), delay)) {
            return;
          }
        }
      } finally {
        begun.complete(null);
      }
    }

    /** Opens it and reads to its end; false if it is not to be opened again. */
    private boolean readOnce() {
      var get = session.on(peer.origin().request()).setHeader("Accept", "text/event-stream").GET();
      String after = sink.lastId();
      if (after != null) {
        get.setHeader("Last-Event-ID", after);
      }
      try (var exchange = trip.begin(peer.origin(), get.build());
          var silence = new Silence(peer.time(), peer.bounds().idle(), exchange::close)) {
        var response = exchange.head();
        int status = response.statusCode();
        if (status == 200 && Body.type(response).equals("text/event-stream")) {
          offered = true;
          begun.complete(null);
          silence.heard();
          try (var parser = new SseParser(peer.bounds().message(), peer.intake(), sink)) {
            response.body().events(silence, parser, () -> trip.isStopped());
          }
        } else if (offered && session.id() != null && isForgotten(response, silence)) {
          onForgotten.accept(session);
          return false;
        } else if (status < 500 && status != 429) {
          return false; // not offered, or not to this client
        }
      } catch (IOException _) {
        // It is opened again, as after any other end.
      }
      return !trip.isStopped();
    }

    private boolean isForgotten(HttpResponse<Body> response, Silence silence) throws IOException {
      int status = response.statusCode();
      return status == 404
          || (status == 400
              && Tell.forgets(
                  status,
                  new String(
                      response.body().whole(silence, peer.intake(), LONGEST_REFUSAL),
                      StandardCharsets.UTF_8),
                  null));
    }
  }
}
