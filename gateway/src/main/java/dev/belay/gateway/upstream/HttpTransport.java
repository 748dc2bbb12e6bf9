package dev.belay.gateway.upstream;

import dev.belay.config.Start;
import dev.belay.mcp.client.HttpBounds;
import dev.belay.mcp.client.HttpConnection;
import dev.belay.mcp.client.HttpFailure;
import dev.belay.mcp.client.HttpHandler;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.process.tree.Grace;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Transport to a server over HTTP: no process to start or kill, and a failed request implies
 * nothing about the next.
 */
final class HttpTransport implements Transport, HttpHandler {
  /** The maximum number of open requests. */
  private static final int MOST_OPEN = 20_000;

  private final Server server;
  private final UpstreamConnection link;
  private final UpstreamInbox inbox;
  private final HttpConnection connection;

  HttpTransport(Server server, Start.Url url, UpstreamConnection link, UpstreamInbox inbox) {
    this.server = server;
    this.link = link;
    this.inbox = inbox;
    var bounds = HttpBounds.DEFAULT.withMessage(server.maxLineBytes()).withOpen(MOST_OPEN);
    connection =
        new HttpConnection(server.name(), url.uri(), url.headers(), bounds, server.time(), this);
    switch (url.transport()) {
      case HTTP -> {}
      case SSE -> connection.overEvents();
    }
  }

  @Override
  public void start() {
    connection.start();
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
  public long fill() {
    return connection.fill();
  }

  @Override
  public boolean stop(Grace grace) throws InterruptedException {
    connection.close();
    CompletableFuture<Void> closed = connection.closed().toCompletableFuture();
    return server.time().await(closed, grace.total());
  }

  @Override
  public void onMessage(byte[] message, @Nullable RequestId during) {
    inbox.take(message, during);
  }

  @Override
  public void onUnanswered(RequestId request, HttpFailure why) {
    inbox.unanswered(
        request,
        switch (why.kind()) {
          case UNREACHABLE, UNAUTHORIZED, UNAVAILABLE ->
              new Loss(Loss.Kind.UNREACHABLE, why.text());
          case REFUSED ->
              new Loss(why.isUnread() ? Loss.Kind.UNREAD : Loss.Kind.REFUSED, why.text());
          case BROKEN -> new Loss(Loss.Kind.GARBLED, why.text());
          case LOST -> new Loss(Loss.Kind.CRASHED, why.text());
        });
  }

  @Override
  public void onReopened() {
    server.tellAgain(link);
  }

  @Override
  public void onNote(String text) {
    server.report().say(text);
  }
}
