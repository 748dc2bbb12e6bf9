package dev.belay.mcp.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ReplyTo;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One {@code subscriptions/listen}, which lasts until one side ends it.
 *
 * <p>Concurrency: {@code lock} keeps the acknowledgement first and the result last; a {@link
 * ReplyTo} does not block.
 */
final class Subscription implements ServedClient.Revocable {
  private final Subscriptions all;
  private final ServedClient client;
  private final RequestId id;
  private final ReplyTo reply;
  private final ModernDialect dialect;
  private final SubscribedKinds wishes;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private boolean over;

  Subscription(
      Subscriptions all,
      ServedClient client,
      RequestId id,
      ReplyTo reply,
      ModernDialect dialect,
      SubscribedKinds wishes) {
    this.all = all;
    this.client = client;
    this.id = id;
    this.reply = reply;
    this.dialect = dialect;
    this.wishes = wishes;
  }

  SubscribedKinds wishes() {
    return wishes;
  }

  /** Acknowledges, then registers for changes, so that none comes before. */
  void begin() {
    var params = JsonWriter.object().put("notifications", wishes.json());
    lock.lock();
    try {
      if (!over) {
        var _ = reply.tell(tagged("notifications/subscriptions/acknowledged", params));
        all.add(this);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sends a change; a client that does not read loses this subscription rather than filling memory.
   */
  void tell(String method, JsonWriter params) {
    boolean told;
    lock.lock();
    try {
      told = over || reply.tell(tagged(method, params));
    } finally {
      lock.unlock();
    }
    if (!told) {
      finish();
    }
  }

  private byte[] tagged(String method, JsonWriter params) {
    return Messages.notification(method, params.put(ModernDialect.META, tag()).end());
  }

  private byte[] tag() {
    return JsonWriter.object().put(ModernDialect.PREFIX + "subscriptionId", id.json()).end();
  }

  /** Ends it from this side, with the final result. */
  void finish() {
    if (end()) {
      var result = JsonWriter.object().put(ModernDialect.META, tag()).end();
      reply.send(Messages.response(id, dialect.result(result, /* cacheable= */ false)));
    }
  }

  @Override
  public RequestId id() {
    return id;
  }

  @Override
  public void cancel() {
    if (end()) {
      reply.nothing();
    }
  }

  private boolean end() {
    lock.lock();
    try {
      if (over) {
        return false;
      }
      over = true;
    } finally {
      lock.unlock();
    }
    all.remove(this);
    client.inFlight().end(this);
    return true;
  }
}
