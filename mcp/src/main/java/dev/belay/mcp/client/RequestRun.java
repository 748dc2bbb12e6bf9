package dev.belay.mcp.client;

import dev.belay.mcp.client.Ask.Ending;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The life of one request on its thread: attempts, repetitions, end.
 *
 * <p>A server that refuses to open a session may be one of 2024-11-05, for which HTTP+SSE is used.
 * A request is repeated if the server did not process it: once after a forgotten session was
 * reopened, and once after the tools were listed again because a header was missing (MCP 2026-07-28
 * §x-mcp-header).
 */
final class RequestRun {
  private final Peer peer;
  private final Posts posts;
  private final ToolHeaders tools;
  private final LegacySession session;
  private final SessionReopener sessions;
  private final EventTransport events;
  private final PendingPost request;
  private boolean reopened;
  private boolean relisted;

  RequestRun(
      Peer peer,
      Posts posts,
      ToolHeaders tools,
      LegacySession session,
      SessionReopener sessions,
      EventTransport events,
      PendingPost request) {
    this.peer = peer;
    this.posts = posts;
    this.tools = tools;
    this.session = session;
    this.sessions = sessions;
    this.events = events;
    this.request = request;
  }

  /**
   * The end of the request.
   *
   * @param ask what remains to be read once the end is reported; null if nothing does
   */
  record End(Ending reply, @Nullable Ask ask) {
    void drain() {
      if (ask != null) {
        ask.drain();
      }
    }

    /** {@return whether an {@code initialize} was refused in the way of 2024-11-05 servers} */
    boolean isUnwelcome() {
      boolean opened = reply instanceof Ending.Answered(var answer) && answer.kind() != Kind.ERROR;
      int status = ask == null ? 0 : ask.status();
      return !opened && (status == 400 || status == 404 || status == 405);
    }
  }

  /** Sends the request until it has an end. */
  End run() throws InterruptedException {
    if (request.isModern()) {
      return events.isOnly() ? new End(new Ending.Failed(onlyEvents()), null) : post();
    }
    if (!events.isChosen()) {
      var end = post();
      if (!request.isInitialize() || !end.isUnwelcome() || !events.chooseIfOffered()) {
        return end;
      }
      end.drain();
    }
    return new End(events.ask(request), null);
  }

  private HttpFailure onlyEvents() {
    return HttpFailure.refused(
        peer.origin(), "is reached over HTTP+SSE (type: sse), which is of the legacy era alone");
  }

  private End post() throws InterruptedException {
    while (true) {
      var now = before();
      var ask = new Ask(peer, request.trip(), request.message(), resume(now));
      var reply = ask.run(post(now), now != null && now.id() != null);
      if (isForgotten(reply, now) || isMismatch(reply)) {
        ask.drain();
      } else {
        return new End(checked(reply, ask), ask);
      }
    }
  }

  private LegacySession.@Nullable Opened before() {
    if (request.isModern() || request.isInitialize()) {
      return null;
    }
    session.ready().join();
    return session.now();
  }

  private @Nullable Function<HttpHeaders, HttpRequest.Builder> resume(
      LegacySession.@Nullable Opened now) {
    if (request.isModern()) {
      return null;
    }
    return headers -> {
      var builder = peer.origin().request();
      if (now == null) {
        // An initialize: its session id is known before its answer.
        headers
            .firstValue("Mcp-Session-Id")
            .filter(HeaderText::isVisible)
            .ifPresent(id -> builder.setHeader("Mcp-Session-Id", id));
        return builder;
      }
      return now.on(builder);
    };
  }

  private HttpRequest post(LegacySession.@Nullable Opened now) {
    Runnable sent = () -> request.sent().complete(true);
    return request.isModern()
        ? posts.modern(request.message(), sent)
        : posts.legacy(request.message().bytes(), now, sent);
  }

  private boolean isForgotten(Ending reply, LegacySession.@Nullable Opened now) {
    if (!(reply instanceof Ending.Forgotten)
        || now == null
        || reopened
        || request.isCancelled()
        || request.trip().isStopped()) {
      return false;
    }
    reopened = true;
    return sessions.reopen(now) && !request.isCancelled();
  }

  private boolean isMismatch(Ending reply) throws InterruptedException {
    if (!(reply instanceof Ending.Answered(var answer))
        || !request.isModern()
        || relisted
        || !request.message().method().equals("tools/call")
        || !String.valueOf(ErrorCode.HEADER_MISMATCH.code())
            .equals(answer.number(Member.ERROR_CODE))) {
      return false;
    }
    relisted = true;
    return new ToolListing(peer, posts, tools, request).refresh();
  }

  /** Extracts from the answer what this connection must know. */
  private Ending checked(Ending reply, Ask ask) {
    if (!(reply instanceof Ending.Answered(var answer))) {
      return reply;
    }
    if (request.isInitialize()) {
      String fault = session.opened(answer, ask.headers());
      return fault == null ? reply : new Ending.Failed(HttpFailure.refused(peer.origin(), fault));
    }
    if (request.isModern() && request.message().method().equals("tools/list")) {
      var filter = tools.learn(answer);
      filter.excluded().forEach(peer.note());
      return new Ending.Answered(filter.page());
    }
    return reply;
  }
}
