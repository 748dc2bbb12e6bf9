package dev.belay.http.stream;

import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.stream.ModernChecks.ParamChecks;
import dev.belay.http.stream.Rejections.Rejection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.era.UnsupportedVersion;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.TraceContext;
import org.jspecify.annotations.Nullable;

/** Serves requests of the modern era, which are stateless. */
final class ModernHttp {
  private final Service service;

  ModernHttp(Service service) {
    this.service = service;
  }

  void request(Request request, Response response, Envelope message) throws InterruptedException {
    var faulty = ModernChecks.envelope(message);
    if (faulty == null) {
      faulty = ModernChecks.contradiction(request, message);
    }
    if (faulty == null && !ModernChecks.isSpoken(message)) {
      response.send(400, Wire.JSON, unsupported(message));
      return;
    }
    var principal = request.requireCaller().principal();
    if (faulty == null) {
      faulty = further(request, message, principal);
    }
    if (faulty != null) {
      faulty.to(response, message.id());
      return;
    }
    begin(request, response, message, request.owner());
  }

  private @Nullable Rejection further(Request request, Envelope message, String principal)
      throws InterruptedException {
    var faulty = ModernChecks.presence(request, message);
    return faulty != null
        ? faulty
        : ParamChecks.check(request, message, principal, service.schemas());
  }

  private void begin(Request request, Response response, Envelope message, String owner) {
    var refusal = service.inFlight().refusal(Era.MODERN);
    if (refusal != null) {
      refusal.to(response, message.id());
      return;
    }
    var client =
        new ModernClient(
            request.requireCaller().principal(), service.newClientId(), HeaderTrace.of(request));
    var conversation = service.host().open(client);
    var post =
        new ModernPost(service, owner, message, response, conversation, service.time().nanos());
    refusal = admit(post);
    if (refusal == null) {
      post.begin();
    } else {
      conversation.close();
      refusal.to(response, message.id());
    }
  }

  /** Without sessions, an owner's requests have the bound of one session's. */
  private @Nullable Rejection admit(ModernPost post) {
    return service.inFlight().requests(post.owner()) >= service.bounds().inFlightPerSession()
        ? Rejections.busy(Era.MODERN)
        : service.inFlight().add(post, Era.MODERN);
  }

  private static byte[] unsupported(Envelope message) {
    return new UnsupportedVersion("Unsupported protocol version", Revision.of(Era.MODERN))
        .answer(message, Member.META_PROTOCOL_VERSION);
  }

  /** The client of one modern request, which only its answer can reach. */
  record ModernClient(String principal, String id, @Nullable TraceContext trace)
      implements ClientLink {
    @Override
    public String door() {
      return "/mcp";
    }

    @Override
    public boolean hears() {
      return false;
    }

    @Override
    public boolean tell(byte[] message) {
      return false;
    }
  }
}
