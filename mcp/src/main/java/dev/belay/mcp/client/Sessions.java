package dev.belay.mcp.client;

import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Opens the legacy session again where the server has forgotten it, and keeps its own stream. */
final class Sessions {
  private final Peer peer;
  private final Posts posts;
  private final LegacySession session;
  private final Threads threads;
  private final Tell tell;
  private final Runnable onReopened;
  private final AtomicReference<@Nullable Trip> standing = new AtomicReference<>();

  Sessions(
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
   * Confirms the session with the client's own message for it; what waits for {@code ready} goes
   * on.
   */
  void confirm(Trip trip, byte[] initialized, CompletableFuture<Void> ready) {
    try {
      var now = session.now();
      var told = tell.send(trip, posts.legacy(initialized, now, () -> {}));
      if (!told.isAccepted()) {
        peer.note().accept(told.text(peer.origin()));
      } else if (now != null) {
        listen(now);
      }
    } finally {
      ready.complete(null);
    }
  }

  /** Opens the stream that belongs to no request, in place of that of an earlier session. */
  private void listen(LegacySession.Opened now) {
    var trip = new Trip();
    var earlier = standing.getAndSet(trip);
    if (earlier != null) {
      earlier.stop();
    }
    var stream = new StandingStream(peer, trip, now, this::reopen);
    threads.start("stream", trip, stream::run);
  }

  /** Blocks until there is a newer session than {@code gone}; false if there is none. */
  boolean reopen(LegacySession.Opened gone) {
    return session.reopen(gone, () -> again(gone));
  }

  private boolean again(LegacySession.Opened gone) {
    byte[] first = session.initialize();
    byte[] second = session.initialized();
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
                var ask = open(trip, first, second, gone);
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

  private @Nullable Ask open(
      Trip trip, byte[] first, byte @Nullable [] second, LegacySession.Opened gone)
      throws InterruptedException {
    var ask = new Ask(peer, trip, parsed(first), null);
    try (var _ = new Silence(peer.time(), peer.bounds().idle(), trip::stop)) {
      var reply = ask.run(posts.legacy(first, null, () -> {}), false);
      if (!(reply instanceof Reply.Answered(var answer))) {
        return null;
      }
      var fault = session.reopened(answer, ask.headers(), gone);
      if (fault != null) {
        peer.note().accept(peer.origin() + " " + fault);
        return null;
      }
    }
    if (second != null) {
      confirm(trip, second, session.initialized(second));
    }
    onReopened.run();
    return ask;
  }

  private static Envelope parsed(byte[] message) {
    try {
      return Envelope.parse(message, Bounds.DEFAULT);
    } catch (MalformedEnvelope e) {
      throw new IllegalStateException("it was sent before", e);
    }
  }
}
