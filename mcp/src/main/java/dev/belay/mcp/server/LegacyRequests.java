package dev.belay.mcp.server;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.era.UnsupportedVersion;
import dev.belay.mcp.session.ReplyTo;
import org.jspecify.annotations.Nullable;

/** Serves the requests of one client in the legacy era (MCP 2025-11-25). */
final class LegacyRequests {
  private static final byte[] EMPTY = {'{', '}'};

  private final ServedClient client;
  private final CommonRequests common;
  private final LegacyQuestions questions = new LegacyQuestions();
  private volatile @Nullable LegacyDialect session;

  LegacyRequests(ServedClient client) {
    this.client = client;
    this.common = new CommonRequests(client);
  }

  void serve(Envelope request, ReplyTo reply) throws RequestFailed {
    if (!client.server().speaks().isLegacy()) {
      refuse(request, reply);
      return;
    }
    switch (request.method()) {
      case "initialize" -> initialize(request, reply);
      case "ping" -> answer(request, reply, EMPTY);
      case "server/discover", "subscriptions/listen" -> throw CommonRequests.unknown(request);
      default -> inSession(request, reply, opened());
    }
  }

  private void initialize(Envelope request, ReplyTo reply) throws RequestFailed {
    var asked = Params.require(request, Member.PARAMS_PROTOCOL_VERSION);
    var known = Revision.of(asked);
    var revision = known == null || known.era() == Era.MODERN ? Revision.LATEST_LEGACY : known;
    var opened = new LegacyDialect(client.server(), questions, revision, request);
    session = opened;
    client.opened();
    answer(request, reply, opened.opening());
  }

  private LegacyDialect opened() throws RequestFailed {
    var opened = session;
    if (opened == null) {
      throw new RequestFailed(ErrorCode.INVALID_REQUEST, "Not initialized: open with initialize.");
    }
    return opened;
  }

  private void inSession(Envelope request, ReplyTo reply, LegacyDialect session)
      throws RequestFailed {
    var server = client.server();
    boolean watches = server.announcesChanges() && server.hasResources();
    switch (request.method()) {
      case "logging/setLevel" -> {
        require(server.isLogging(), request);
        session.setLevel(request);
        answer(request, reply, EMPTY);
      }
      case "resources/subscribe" -> {
        require(watches, request);
        session.subscribe(request);
        answer(request, reply, EMPTY);
      }
      case "resources/unsubscribe" -> {
        require(watches, request);
        session.unsubscribe(request);
        answer(request, reply, EMPTY);
      }
      default -> common.serve(request, reply, session);
    }
  }

  private static void require(boolean served, Envelope request) throws RequestFailed {
    if (!served) {
      throw CommonRequests.unknown(request);
    }
  }

  private static void answer(Envelope request, ReplyTo reply, byte[] result) {
    reply.send(Messages.response(request.requireId(), result));
  }

  /**
   * Refuses with the supported revisions, for a client that may know one of them (MCP 2026-07-28).
   */
  private static void refuse(Envelope request, ReplyTo reply) throws RequestFailed {
    if (!request.method().equals("initialize")) {
      throw RequestFailed.invalidParams(
          "Every request needs \""
              + Member.META_PROTOCOL_VERSION.key()
              + "\" in params._meta: this server speaks only the modern era of MCP.");
    }
    reply.send(
        new UnsupportedVersion(
                "This server speaks only the modern era of MCP, which has no initialize.",
                Revision.of(Era.MODERN))
            .answer(request, Member.PARAMS_PROTOCOL_VERSION));
  }

  LegacyQuestions questions() {
    return questions;
  }

  /** Notifies the client of a change, if it has opened a session. */
  void tell(String method) {
    if (session != null) {
      var _ = client.link().tell(Messages.notification(method, null));
    }
  }

  /** Notifies the client that a resource has changed, if it watches that one. */
  void updated(String uri) {
    var opened = session;
    if (opened != null && opened.isSubscribed(uri)) {
      var params = JsonWriter.object().put("uri", uri).end();
      var _ = client.link().tell(Messages.notification("notifications/resources/updated", params));
    }
  }
}
