package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.UpstreamProcess;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Slices;
import org.jspecify.annotations.Nullable;

/**
 * What goes by that Belay must remember: the opening, the log level, subscriptions, lists.
 *
 * <p>Called by reader threads; what is remembered is in the upstream's replay.
 */
final class Opening {
  private static final byte[] NO_PARAMS = {'{', '}'};
  private static final String BATCHING = "2025-03-26";

  private final ClientSession session;
  private volatile @Nullable String revision;

  Opening(ClientSession session) {
    this.session = session;
  }

  /** {@return true if the revision agreed on has batches} */
  boolean hasBatches() {
    return BATCHING.equals(revision);
  }

  /** A request of the client goes to {@code process}. */
  void sending(Envelope request, UpstreamProcess process) {
    if (!request.method().equals("initialize")) {
      return;
    }
    session.upstream().replay().initialize(params(request));
    var limit = session.server().startupTimeout();
    if (limit.isPositive()) {
      var _ =
          session
              .time()
              .after(
                  limit,
                  () -> {
                    if (isOpen(request)) {
                      session.upstream().startTimedOut(process, limit);
                    }
                  });
    }
  }

  private boolean isOpen(Envelope request) {
    return session.inFlight().get(request.requireId()) instanceof RelayedRequest open
        && open.request() == request;
  }

  /** The upstream has answered a request of the client. */
  void answered(Envelope request, Envelope response) {
    if (response.kind() == Kind.ERROR) {
      if (request.method().equals("server/discover")) {
        session.era().discovered(false);
      }
      return;
    }
    var replay = session.upstream().replay();
    switch (request.method()) {
      case "initialize" -> {
        revision = response.text(Member.RESULT_PROTOCOL_VERSION);
        replay.established();
      }
      case "server/discover" -> session.era().discovered(true);
      case "logging/setLevel" -> replay.logLevel(params(request));
      case "resources/subscribe" -> replay.subscribed(uri(request), params(request));
      case "resources/unsubscribe" -> replay.unsubscribed(uri(request));
      case "tools/list", "prompts/list", "resources/list" -> listed(request, response);
      default -> {}
    }
  }

  /** Only the first page is remembered: a change beyond it goes unnoticed. */
  private void listed(Envelope request, Envelope response) {
    var params = request.params();
    var result = response.raw(Member.RESULT);
    boolean first = params == null || Slices.find(request.bytes(), params, "cursor") == null;
    if (first && result != null) {
      session.upstream().replay().listed(request.method(), result);
    }
  }

  private static String uri(Envelope request) {
    var uri = request.text(Member.PARAMS_URI);
    return uri == null ? "" : uri;
  }

  private static byte[] params(Envelope request) {
    var params = request.params();
    return params == null ? NO_PARAMS : params.of(request.bytes());
  }
}
