package dev.belay.http.stream;

import dev.belay.http.stream.Rejections.Rejection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.session.Conversation;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One session of the legacy era, from {@code initialize} until its client ends it or it expires
 * (MCP 2025-11-25 §session-management). Safe for use by many threads.
 */
final class Session {
  private final String id;
  private final String principal;
  private final String owner;
  private final Conversation conversation;
  private final EventLog log;
  private final Consumer<Session> forget;
  private final Set<LegacyPost> posts = ConcurrentHashMap.newKeySet();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile @Nullable Revision revision;
  private volatile long seen;

  Session(
      String id,
      String principal,
      String owner,
      Conversation conversation,
      EventLog log,
      Consumer<Session> forget,
      long now) {
    this.id = id;
    this.principal = principal;
    this.owner = owner;
    this.conversation = conversation;
    this.log = log;
    this.forget = forget;
    this.seen = now;
  }

  String id() {
    return id;
  }

  String principal() {
    return principal;
  }

  /** {@return the owner that it is charged to} */
  String owner() {
    return owner;
  }

  Conversation conversation() {
    return conversation;
  }

  EventLog log() {
    return log;
  }

  /** {@return whether the client accepts an event without data at the start of a stream} */
  boolean isPrimed() {
    var now = revision;
    return now != null && now.compareTo(Revision.V2025_11_25) >= 0;
  }

  boolean hasBatches() {
    var now = revision;
    return now != null && now.hasBatches();
  }

  /** Records the revision in the answer to {@code initialize}; false if it is an error. */
  boolean opened(byte[] answer, StreamBounds bounds) {
    try {
      var agreed = Envelope.parse(answer, bounds.message()).text(Member.RESULT_PROTOCOL_VERSION);
      revision = agreed == null ? null : Revision.of(agreed);
      return agreed != null;
    } catch (MalformedEnvelope e) {
      return false;
    }
  }

  void touch(long now) {
    seen = now;
  }

  /** {@return when it was last used} */
  long seen() {
    return seen;
  }

  boolean isBusy() {
    return !posts.isEmpty() || log.isRead();
  }

  boolean isIdle(long now, long limit) {
    return now - seen >= limit && !isBusy();
  }

  /** Adds a POST; returns the rejection if there are too many, or the session has ended. */
  @Nullable Rejection add(LegacyPost post, int most) {
    int more = post.requests();
    if (requests.addAndGet(more) > most) {
      requests.addAndGet(-more);
      return Rejections.busy(Era.LEGACY);
    }
    posts.add(post);
    if (ended.get()) {
      // end() may have iterated before this one was added.
      remove(post);
      return Rejections.NO_SESSION;
    }
    return null;
  }

  void remove(LegacyPost post) {
    if (posts.remove(post)) {
      requests.addAndGet(-post.requests());
    }
  }

  /** Ends every open request with a final message, and the session; once. */
  void end(String why) {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    forget.accept(this);
    for (var post : posts) {
      post.giveUp(why);
    }
    log.close();
    conversation.close();
  }
}
