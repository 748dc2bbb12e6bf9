package dev.belay.http.stream;

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
 * One client of the legacy era: what it opened by {@code initialize}, until it ends that or stays
 * away for good (MCP 2025-11-25 §session-management). Safe for many threads.
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

  /** {@return in whose name it is open} */
  String owner() {
    return owner;
  }

  Conversation conversation() {
    return conversation;
  }

  EventLog log() {
    return log;
  }

  /** {@return whether the client can read an event without data, which opens a stream} */
  boolean isPrimed() {
    var now = revision;
    return now != null && now.compareTo(Revision.V2025_11_25) >= 0;
  }

  boolean hasBatches() {
    var now = revision;
    return now != null && now.hasBatches();
  }

  /** Takes note of the answer to {@code initialize}; false if it is an error. */
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

  /** {@return when it was used last} */
  long seen() {
    return seen;
  }

  boolean isBusy() {
    return !posts.isEmpty() || log.isRead();
  }

  boolean isIdle(long now, long limit) {
    return now - seen >= limit && !isBusy();
  }

  /** Takes one in, unless there are too many, or the session is over; then says so. */
  @Nullable Refusal add(LegacyPost post, int most) {
    int more = post.requests();
    if (requests.addAndGet(more) > most) {
      requests.addAndGet(-more);
      return Refusals.busy(Era.LEGACY);
    }
    posts.add(post);
    if (ended.get()) {
      // It ended in between, and may have looked at its requests before this one.
      remove(post);
      return Refusals.NO_SESSION;
    }
    return null;
  }

  void remove(LegacyPost post) {
    if (posts.remove(post)) {
      requests.addAndGet(-post.requests());
    }
  }

  /** Ends all that is open with a final message; once. */
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
