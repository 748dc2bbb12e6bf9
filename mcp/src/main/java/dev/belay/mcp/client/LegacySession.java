package dev.belay.mcp.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one session of a connection in the legacy era, and what it takes to open it again (MCP
 * 2025-11-25 §session-management).
 *
 * <p>Concurrency: the fields change under the lock. The caller that finds the session forgotten
 * first opens it again, outside the lock; all others wait for that one.
 */
final class LegacySession {
  /**
   * One opening of the session.
   *
   * @param number which one it is
   * @param id null if the server keeps no sessions
   */
  record Opened(int number, @Nullable String id, String revision) {
    /** Sets what every message after the first must carry. */
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

  /** Keeps the {@code initialize} that is on its way, to repeat it if need be. */
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
   * Takes note of the answer to {@code initialize}.
   *
   * @return what is wrong with it, to complete a sentence about the server; null if nothing is
   */
  @Nullable String opened(Envelope answer, @Nullable HttpHeaders headers) {
    String revision = answer.text(Member.RESULT_PROTOCOL_VERSION);
    String id = headers == null ? null : headers.firstValue("Mcp-Session-Id").orElse(null);
    if (revision == null) {
      return null; // an error, which opens nothing
    }
    if ((id != null && !HeaderText.isVisible(id)) || !HeaderText.isVisible(revision)) {
      return "opened a session whose name no header can carry";
    }
    lock.lock();
    try {
      if (opened != null && initialized != null && ready.isDone()) {
        ready = new CompletableFuture<>(); // nothing overtakes the confirmation that follows
      }
      opened = new Opened(++openings, id, revision);
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Takes note of the answer to a repeated {@code initialize}, as {@link #opened} does. */
  @Nullable String reopened(Envelope answer, @Nullable HttpHeaders headers, Opened gone) {
    String revision = answer.text(Member.RESULT_PROTOCOL_VERSION);
    return gone.revision().equals(revision)
        ? opened(answer, headers)
        : "forgot the session and would open no other in revision " + gone.revision();
  }

  /**
   * Keeps {@code notifications/initialized}; what follows waits until what it returns is complete.
   */
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

  /** {@return complete when nothing that must come first is still on its way} */
  CompletableFuture<Void> ready() {
    return ready;
  }

  /** {@return the session as it is now; null before there is one} */
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

  /** Forgets it and returns what it was, for the one who ends it. */
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
   * Has the session opened again, once however many find it {@code gone}; blocks until it is.
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
