package dev.belay.gateway.catalog;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One client of the only server, as if nobody were between: until that server is replaced, or
 * something is to be guarded, and then in the catalog, as if it had been there from the start.
 *
 * <p>Concurrency: {@code lock} guards the move, which happens once; nothing is asked under it but
 * the new conversation, which never waits. What is under way stays where it began.
 */
final class PassedThrough implements Conversation {
  private final Catalog catalog;
  private final ClientLink link;
  private final CatalogMember only;
  private final Conversation direct;
  private final ReentrantLock lock = new ReentrantLock();

  private volatile @Nullable CatalogConversation moved;
  private volatile @Nullable Envelope initialize;
  private volatile @Nullable Envelope logLevel;

  @GuardedBy("lock") private boolean closed;

  PassedThrough(Catalog catalog, ClientLink link, CatalogMember only) {
    this.catalog = catalog;
    this.link = link;
    this.only = only;
    direct = only.backend().open(link);
  }

  @Override
  public void onRequest(Envelope request, ReplyTo reply) {
    var to = moved == null && catalog.passesThrough(only) ? direct : move();
    switch (request.method()) {
      case "initialize" -> {
        initialize = request;
        catalog.joined(this);
      }
      case "logging/setLevel" -> logLevel = request;
      default -> {}
    }
    to.onRequest(request, reply);
  }

  /** Moves if it has to: another configuration holds. */
  void look() {
    if (moved == null && !catalog.passesThrough(only)) {
      var _ = move();
    }
  }

  private CatalogConversation move() {
    lock.lock();
    try {
      var there = moved;
      if (there != null) {
        return there;
      }
      var made = new CatalogConversation(catalog, link, AskedBack.AFTER_A_MOVE);
      var opening = initialize;
      if (opening != null) {
        made.onRequest(opening, Discarded.INSTANCE);
      }
      var level = logLevel;
      if (level != null) {
        made.onRequest(level, Discarded.INSTANCE);
      }
      if (closed) {
        made.close();
      }
      moved = made;
      return made;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void onNotification(Envelope notification) {
    direct.onNotification(notification);
    var there = moved;
    if (there != null) {
      there.onNotification(notification);
    }
  }

  /** Whoever did not ask drops the answer. */
  @Override
  public void onAnswer(Envelope response) {
    direct.onAnswer(response);
    var there = moved;
    if (there != null) {
      there.onAnswer(response);
    }
  }

  @Override
  public void onLeft(RequestId request) {
    direct.onLeft(request);
    var there = moved;
    if (there != null) {
      there.onLeft(request);
    }
  }

  @Override
  public void close() {
    catalog.left(this);
    direct.close();
    CatalogConversation there;
    lock.lock();
    try {
      closed = true;
      there = moved;
    } finally {
      lock.unlock();
    }
    if (there != null) {
      there.close();
    }
  }
}
