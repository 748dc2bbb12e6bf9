package dev.belay.mcp.server;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.era.UnsupportedVersion;
import dev.belay.mcp.session.ReplyTo;

/** Serves the requests of one client in the modern era (MCP 2026-07-28): each stands for itself. */
final class ModernRequests {
  private final ServedClient client;
  private final CommonRequests common;

  ModernRequests(ServedClient client) {
    this.client = client;
    this.common = new CommonRequests(client);
  }

  void serve(Envelope request, ReplyTo reply) throws RequestFailed {
    var version = request.text(Member.META_PROTOCOL_VERSION);
    if (version == null) {
      throw RequestFailed.invalidParams(
          "\"" + Member.META_PROTOCOL_VERSION.key() + "\" must be a string.");
    }
    var dialect = new ModernDialect(client.server(), request);
    var revision = Revision.of(version);
    if (revision == null || revision.era() != Era.MODERN) {
      reply.send(
          new UnsupportedVersion(
                  "This revision of MCP is not spoken here.", Revision.of(Era.MODERN))
              .answer(request, Member.META_PROTOCOL_VERSION));
      return;
    }
    dialect.check();
    switch (request.method()) {
      case "server/discover" -> discover(request, reply, dialect);
      case "subscriptions/listen" -> listen(request, reply, dialect);
      default -> common.serve(request, reply, dialect);
    }
  }

  private void discover(Envelope request, ReplyTo reply, ModernDialect dialect) {
    var server = client.server();
    var versions = Revision.of(Era.MODERN).stream().map(one -> "\"" + one.wire() + "\"").toList();
    var result =
        JsonWriter.object()
            .put("supportedVersions", JsonWriter.bytes("[" + String.join(",", versions) + "]"))
            .put("capabilities", server.capabilities());
    var instructions = server.instructions();
    if (instructions != null) {
      result.put("instructions", instructions);
    }
    reply.send(
        Messages.response(
            request.requireId(), dialect.result(result.end(), /* cacheable= */ true)));
  }

  private void listen(Envelope request, ReplyTo reply, ModernDialect dialect) throws RequestFailed {
    if (!client.server().announcesChanges()) {
      throw CommonRequests.unknown(request);
    }
    var wishes = SubscribedKinds.of(request, client.server());
    client.server().subscriptions().begin(client, request, reply, dialect, wishes);
  }
}
