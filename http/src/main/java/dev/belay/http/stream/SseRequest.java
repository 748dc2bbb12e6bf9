package dev.belay.http.stream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Deadline;
import dev.belay.http.stream.HttpAndSse.SseClient;
import dev.belay.http.stream.PendingRequests.Pending;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.ReplyTo;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One request over HTTP+SSE; its answer and notifications go to the client's single stream.
 *
 * <p>Concurrency: setting {@code over} decides which caller ends the request; {@code lock} guards
 * held progress.
 */
final class SseRequest implements ReplyTo, Pending {
  private final Service service;
  private final SseClient client;
  private final Envelope request;
  private final AtomicBoolean over = new AtomicBoolean();
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final HeldProgress held = new HeldProgress();

  /** When HTTP itself ends the request; set at the start of its call. */
  private volatile Deadline deadline = Deadline.NEVER;

  SseRequest(Service service, SseClient client, Envelope request) {
    this.service = service;
    this.client = client;
    this.request = request;
  }

  void begin() {
    try {
      client.conversation().onRequest(request, this);
    } catch (RuntimeException e) {
      var _ = finish(error("Internal error"));
      throw e;
    }
  }

  @Override
  public int requests() {
    return 1;
  }

  @Override
  public String owner() {
    return client.owner();
  }

  @Override
  public long bytes() {
    return request.bytes().length;
  }

  @Override
  public void send(byte[] response) {
    var _ = finish(response);
  }

  @Override
  public void nothing() {
    var _ = end();
  }

  @Override
  public boolean tell(byte[] message) {
    return !over.get() && client.stream().send(null, Wire.MESSAGE, message);
  }

  @Override
  public void progress(Object author, byte[] message) {
    if (over.get()) {
      return;
    }
    if (client.stream().unsent() <= HeldProgress.LITTLE) {
      release();
      client.stream().send(null, Wire.MESSAGE, message);
      return;
    }
    lock.lock();
    try {
      held.hold(author, message);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void runs(Duration limit) {
    deadline = service.deadline(limit);
  }

  @Override
  public void look(long now) {
    if (deadline.isDue(now)) {
      if (finish(error(Rejections.tooLate()))) {
        client.conversation().onLeft(request.requireId());
      }
    } else if (client.stream().unsent() <= HeldProgress.LITTLE) {
      release();
    }
  }

  @Override
  public void shutDown() {
    var _ = finish(error(Rejections.closing(Era.LEGACY).message()));
  }

  private byte[] error(String why) {
    return Messages.error(request.requireId(), Rejections.LEGACY, why, null);
  }

  private boolean finish(byte[] response) {
    if (!end()) {
      return false;
    }
    release();
    client.stream().send(null, Wire.MESSAGE, response);
    return true;
  }

  private boolean end() {
    if (!over.compareAndSet(false, true)) {
      return false;
    }
    client.remove(this);
    service.inFlight().remove(this);
    return true;
  }

  private void release() {
    Iterable<byte[]> messages;
    lock.lock();
    try {
      messages = held.take();
    } finally {
      lock.unlock();
    }
    for (var message : messages) {
      client.stream().send(null, Wire.MESSAGE, message);
    }
  }
}
