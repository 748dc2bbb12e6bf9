package dev.belay.probe.peer;

import dev.belay.core.time.Time;
import dev.belay.mcp.client.HttpBounds;
import dev.belay.mcp.client.HttpConnection;
import dev.belay.mcp.client.HttpFailure;
import dev.belay.mcp.client.HttpHandler;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.probe.peer.McpTarget.Wire;
import dev.belay.probe.peer.Target.Reply;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Connection to a server over HTTP, where the failure of one request leaves others unaffected. */
final class HttpWire implements Wire, HttpHandler {
  private static final int LONGEST_MESSAGE = 64 * 1024 * 1024;

  /** The wait for the end of a session. */
  private static final Duration FAREWELL = Duration.ofSeconds(3);

  private final ProbeInbox inbox;
  private final Time time;
  private final HttpConnection connection;

  HttpWire(
      URI url, Map<String, String> headers, ConnectionLimits limits, Time time, ProbeInbox inbox) {
    this.inbox = inbox;
    this.time = time;
    var bounds = HttpBounds.DEFAULT.withMessage(LONGEST_MESSAGE).withOpen(limits.messages());
    connection = new HttpConnection("probe", url, headers, bounds, time, this);
  }

  /** Uses HTTP+SSE of 2024-11-05, whose stream is at the address. */
  HttpWire overEvents() {
    connection.overEvents();
    return this;
  }

  @Override
  public boolean send(byte[] message) {
    return connection.send(message);
  }

  @Override
  public void answer(byte[] response) {
    var _ = connection.answer(response);
  }

  @Override
  public void close() {
    connection.close();
    try {
      time.await(connection.closed(), FAREWELL);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // the server forgets the session by itself
    }
  }

  @Override
  public void onMessage(byte[] message, @Nullable RequestId during) {
    var answer = inbox.take(message);
    if (answer != null) {
      answer(answer);
    }
  }

  @Override
  public void onUnanswered(RequestId request, HttpFailure why) {
    var kind =
        switch (why.kind()) {
          case UNREACHABLE, UNAUTHORIZED, UNAVAILABLE, LOST -> Reply.Kind.GONE;
          case REFUSED, BROKEN -> Reply.Kind.REFUSED;
        };
    inbox.fail(request, kind, why.text());
  }

  @Override
  public void onReopened() {
    // Nothing sent to the session needs to be sent again.
  }
}
