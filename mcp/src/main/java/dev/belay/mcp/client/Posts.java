package dev.belay.mcp.client;

import dev.belay.mcp.envelope.Envelope;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Writes messages as HTTP requests, with the headers of their era. */
final class Posts {
  private final HttpOrigin origin;
  private final ToolHeaders tools;

  Posts(HttpOrigin origin, ToolHeaders tools) {
    this.origin = origin;
    this.tools = tools;
  }

  /** Returns the request for a message of the modern era. */
  HttpRequest modern(Envelope message, Runnable whenSent) {
    var request = post(message.bytes(), whenSent);
    ModernHeaders.set(request, message, tools);
    return request.build();
  }

  /** Returns the request for a message of the legacy era; without a session it is the first. */
  HttpRequest legacy(byte[] message, LegacySession.@Nullable Opened session, Runnable whenSent) {
    var request = post(message, whenSent);
    return (session == null ? request : session.on(request)).build();
  }

  /** Returns the request for a legacy message to the endpoint that a stream of events has named. */
  HttpRequest to(
      URI endpoint, byte[] message, LegacySession.@Nullable Opened session, Runnable whenSent) {
    var request = post(message, whenSent).uri(endpoint);
    return (session == null ? request : session.on(request)).build();
  }

  private HttpRequest.Builder post(byte[] message, Runnable whenSent) {
    // The iterator is asked for more once the network has taken the message.
    var parts = BodyPublishers.ofByteArrays(() -> new Once(message, whenSent));
    return origin
        .request()
        .setHeader("Content-Type", "application/json")
        .setHeader("Accept", "application/json, text/event-stream")
        .POST(BodyPublishers.fromPublisher(parts, message.length));
  }

  private static final class Once implements Iterator<byte[]> {
    private final byte[] message;
    private final Runnable whenTaken;
    private boolean taken;

    Once(byte[] message, Runnable whenTaken) {
      this.message = message;
      this.whenTaken = whenTaken;
    }

    @Override
    public boolean hasNext() {
      if (taken) {
        whenTaken.run();
      }
      return !taken;
    }

    @Override
    public byte[] next() {
      if (taken) {
        throw new NoSuchElementException();
      }
      taken = true;
      return message;
    }
  }
}
