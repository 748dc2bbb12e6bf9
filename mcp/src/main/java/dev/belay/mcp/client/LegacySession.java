package dev.belay.mcp.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Member;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one session of a connection in the legacy era, and the messages to reopen it (MCP 2025-11-25
 * §session-management).
 *
 * <p>Concurrency: the fields change under the lock. The caller that finds the session forgotten
 * first reopens it, outside the lock; all others wait for that one.
 */
final class LegacySession {
  /**
   * One opening of the session.
   *
   * @param number its sequence number
   * @param id null if the server keeps no sessions
   * @param awaitsListener whether the server has another form of answers for clients that listen,
   *     so that no call may overtake the stream
   */
  record Opened(int number, @Nullable String id, String revision, boolean awaitsListener) {
    /** Sets the headers that every message after the first must carry. */
    HttpRequest.Builder on(HttpRequest.Builder request) {
      if (id != null) {
        request.setHeader("Mcp-Session-Id", id);
      }
      return request.setHeader("MCP-Protocol-Version", revision);
    }
  }

  private final ReentrantLock lock = new ReentrantLock();

  private volatile byte @Nullable [] initialize;

  private volatile byte @Nullable [] initialized;

  private volatile @Nullable Opened opened;

  @GuardedBy("lock") private int openings;

  private volatile CompletableFuture<Void> ready = CompletableFuture.completedFuture(null);

  @GuardedBy("lock") private @Nullable CompletableFuture<Boolean> reopening;

  /** Keeps the {@code initialize} being sent, to repeat it if necessary. */
  void initializing(byte[] message) {
    lock.lock();
    try {
      initialize = message;
      initialized = null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Records the answer to {@code initialize}.
   *
   * @return the fault in it, to complete a sentence about the server; null if there is none
   */
  @Nullable String opened(Envelope answer, @Nullable HttpHeaders headers) {
    String revision = answer.text(Member.RESULT_PROTOCOL_VERSION);
    String id = headers == null ? null : headers.firstValue("Mcp-Session-Id").orElse(null);
    if (revision == null) {
      return null; // an error opens nothing
    }
    if ((id != null && !HeaderText.isVisible(id)) || !HeaderText.isVisible(revision)) {
      return "opened a session whose name no header can carry";
    }
    lock.lock();
    try {
      if (opened != null && initialized != null && ready.isDone()) {
        ready = new CompletableFuture<>(); // nothing may overtake the confirmation
      }
      opened = new Opened(++openings, id, revision, awaitsListener(answer));
      return null;
    } finally {
      lock.unlock();
    }
  }

  private static boolean awaitsListener(Envelope answer) {
    byte[] json = answer.raw(Member.RESULT);
    var result = json == null ? null : JsonObject.of(json);
    var capabilities = result == null ? null : result.object("capabilities");
    var experimental = capabilities == null ? null : capabilities.object("experimental");
    return experimental != null && experimental.has("dev.belay/async_tools");
  }

  /** Records the answer to a repeated {@code initialize}, like {@link #opened}. */
  @Nullable String reopened(Envelope answer, @Nullable HttpHeaders headers, Opened gone) {
    String revision = answer.text(Member.RESULT_PROTOCOL_VERSION);
    return gone.revision().equals(revision)
        ? opened(answer, headers)
        : "forgot the session and would open no other in revision " + gone.revision();
  }

  /** Keeps {@code notifications/initialized}; later messages wait for the returned future. */
  CompletableFuture<Void> initialized(byte[] message) {
    lock.lock();
    try {
      initialized = message;
      if (ready.isDone()) {
        ready = new CompletableFuture<>();
      }
      return ready;
    } finally {
      lock.unlock();
    }
  }

  /** {@return a future that completes once no message that must come first is in transit} */
  CompletableFuture<Void> ready() {
    return ready;
  }

  /** {@return the present session; null before there is one} */
  @Nullable Opened now() {
    return opened;
  }

  /** {@return the first message of a session; null if none was ever sent} */
  byte @Nullable [] initialize() {
    return initialize;
  }

  /** {@return the second message of a session; null if none was ever sent} */
  byte @Nullable [] initialized() {
    return initialized;
  }

  /** Forgets the session and returns it, to be ended. */
  @Nullable Opened end() {
    lock.lock();
    try {
      var last = opened;
      opened = null;
      return last;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Reopens the session, once for all callers that find it {@code gone}; blocks until it is open.
   *
   * @return whether there is a newer one
   */
  boolean reopen(Opened gone, Supplier<Boolean> opener) {
    CompletableFuture<Boolean> mine = new CompletableFuture<>();
    CompletableFuture<Boolean> theirs;
    lock.lock();
    try {
      if (opened == null || opened.number() != gone.number()) {
        return opened != null;
      }
      theirs = reopening;
      if (theirs == null) {
        reopening = mine;
      }
    } finally {
      lock.unlock();
    }
    if (theirs != null) {
      return theirs.join();
    }
    boolean done = false;
    try {
      done = opener.get();
      return done;
    } finally {
      lock.lock();
      try {
        reopening = null;
      } finally {
        lock.unlock();
      }
      mine.complete(done);
    }
  }
}
