package dev.belay.probe.peer;

import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Discovery;
import dev.belay.mcp.era.ModernMeta;
import dev.belay.mcp.era.Revision;
import dev.belay.probe.peer.Target.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An MCP server over any transport. */
final class McpTarget implements Target {
  private final String name;
  private final Wire.Maker maker;
  private final Time time;
  private volatile ProbeInbox inbox = new ProbeInbox();
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
  public void open(Duration limit) throws MeasurementFailed, InterruptedException {
    connect();
    try {
      meta = new Opening(this, limit).perform();
    } catch (MeasurementFailed | InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Connects anew, without any state. */
  void connect() throws MeasurementFailed {
    leave();
    var next = new ProbeInbox();
    inbox = next;
    wire = maker.connect(next);
    if (closed) {
      leave(); // The other side saw the previous connection.
    }
  }

  /** {@return whether the connection has ended for good} */
  boolean isEnded() {
    return inbox.isEnded();
  }

  @Override
  public Reply ask(ProbeRequest request, Duration limit) throws InterruptedException {
    var reply = ask(request.method(), request.params(meta), limit);
    return reply instanceof Reply.Answered(var answer) ? request.checked(answer) : reply;
  }

  /** Sends params unchanged; the reply may be an error. */
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

  /** One connection to a server. */
  interface Wire {
    /** Sends a request or a notification; false if it is refused. */
    boolean send(byte[] message);

    /** Sends the answer to a request of the server. */
    void answer(byte[] response);

    /** Disconnects, and ends a started process. */
    void close();

    /** Creates a connection whose messages go to an inbox. */
    @FunctionalInterface
    interface Maker {
      Wire connect(ProbeInbox inbox) throws MeasurementFailed;
    }
  }

  /**
   * Detects the era of a server and opens it (MCP 2026-07-28 §versioning).
   *
   * <p>Tries the modern era first; an error means no, and so does silence.
   */
  static final class Opening {
    /** The longest silence of a server before it is opened in the legacy era. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private static final String INITIALIZE =
        "{\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":%s}"
            .formatted(Revision.LATEST_LEGACY.wire(), ModernMeta.BELAY);

    private final McpTarget target;
    private final Duration limit;

    Opening(McpTarget target, Duration limit) {
      this.target = target;
      this.limit = limit;
    }

    /** {@return the members of every request's {@code _meta} from now on} */
    String perform() throws MeasurementFailed, InterruptedException {
      var reply = discover();
      if (reply instanceof Reply.Answered(var answer) && Discovery.isWorthAskingAgain(answer)) {
        reply = discover();
      }
      return switch (reply) {
        case Reply.Answered(Envelope answer)
            when Discovery.of(answer) instanceof Discovery.Modern ->
            ModernMeta.MEMBERS;
        case Reply.Answered(Envelope answer)
            when Discovery.of(answer) instanceof Discovery.Foreign(String why) ->
            throw new MeasurementFailed(why);
        case Reply.Failed(Reply.Kind kind, String why) when kind == Reply.Kind.GONE -> {
          if (!target.isEnded()) {
            throw new MeasurementFailed(why);
          }
          target.connect(); // Some servers exit at the first request unknown to them.
          yield legacy();
        }
        case Reply.Answered _, Reply.Failed _ -> legacy();
      };
    }

    private Reply discover() throws InterruptedException {
      return target.ask(
          "server/discover", ModernMeta.params(), limit.compareTo(SILENCE) < 0 ? limit : SILENCE);
    }

    private String legacy() throws MeasurementFailed, InterruptedException {
      var reply = target.ask("initialize", INITIALIZE.getBytes(StandardCharsets.UTF_8), limit);
      switch (reply) {
        case Reply.Answered(Envelope answer) when answer.kind() == Kind.RESPONSE -> {
          target.tell("notifications/initialized");
          return "";
        }
        case Reply.Answered(Envelope answer) -> {
          if (Discovery.isWorthAskingAgain(answer)) {
            return ModernMeta.MEMBERS; // It was slow to start, and supports the modern era alone.
          }
          throw new MeasurementFailed(
              "the server answered initialize with: " + answer.text(Member.ERROR_MESSAGE));
        }
        case Reply.Failed(Reply.Kind _, String why) -> throw new MeasurementFailed(why);
      }
    }
  }
}
