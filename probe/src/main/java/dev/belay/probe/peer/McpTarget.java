package dev.belay.probe.peer;

import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A server that speaks MCP, whatever the wire. */
final class McpTarget implements Target {
  private final String name;
  private final Wire.Maker maker;
  private final Time time;
  private volatile Inbox inbox = new Inbox();
  private volatile @Nullable Wire wire;
  private volatile boolean closed;

  /** Members of every request's {@code _meta}; empty in the legacy era. */
  private volatile String meta = "";

  McpTarget(String name, Wire.Maker maker, Time time) {
    this.name = name;
    this.maker = maker;
    this.time = time;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void open(Duration limit) throws CannotOpen, InterruptedException {
    connect();
    try {
      meta = new Opening(this, limit).perform();
    } catch (CannotOpen | InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Begins anew, with nothing said. */
  void connect() throws CannotOpen {
    leave();
    var next = new Inbox();
    inbox = next;
    wire = maker.connect(next);
    if (closed) {
      leave(); // the other party saw the one before
    }
  }

  /** {@return whether the way to the server has ended for good} */
  boolean isEnded() {
    return inbox.isEnded();
  }

  @Override
  public Reply ask(Request request, Duration limit) throws InterruptedException {
    var reply = ask(request.method(), request.params(meta), limit);
    return reply instanceof Reply.Answered(var answer) ? request.checked(answer) : reply;
  }

  /** Asks with params as they are; an answer may be an error. */
  Reply ask(String method, byte[] params, Duration limit) throws InterruptedException {
    var way = requireWire();
    var waiting = inbox.begin();
    if (!way.send(Messages.request(waiting.id(), method, params))) {
      inbox.fail(waiting.id(), Reply.Kind.GONE, "the server does not take any more requests");
    }
    if (!time.await(waiting.reply(), limit)) {
      inbox.forget(waiting.id());
      way.send(Messages.notification("notifications/cancelled", cancelled(waiting.id())));
      return new Reply.Failed(Reply.Kind.LATE, method + ": no answer within " + seconds(limit));
    }
    return waiting.reply().join();
  }

  private static byte[] cancelled(RequestId id) {
    return ("{\"requestId\":" + id + ",\"reason\":\"no answer in time\"}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String seconds(Duration limit) {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + "s" : limit.toMillis() + "ms";
  }

  void tell(String method) {
    requireWire().send(Messages.notification(method, null));
  }

  private Wire requireWire() {
    var way = wire;
    if (way == null) {
      throw new IllegalStateException("the target is not open");
    }
    return way;
  }

  @Override
  public void close() {
    closed = true;
    leave();
  }

  private void leave() {
    var way = wire;
    inbox.end("it was left before it had answered");
    if (way != null) {
      way.close();
    }
  }
}
