package dev.belay.gateway.relay;

import dev.belay.core.call.Call;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ReplyTo;
import org.jspecify.annotations.Nullable;

/**
 * A modern client's next round: it asks again, with answers, for what is running already (MCP
 * 2026-07-28 §mrtr).
 *
 * @param running the request of the first round
 */
record RetriedRequest(
    ClientSession session,
    Envelope request,
    ReplyTo replyTo,
    @Nullable ProgressRelay progress,
    ClientRequest running)
    implements ClientRequest {
  @Override
  public RequestId id() {
    return request.requireId();
  }

  @Override
  public @Nullable Call on(UpstreamConnection link) {
    return running.on(link);
  }

  @Override
  public @Nullable Answering answering() {
    return running.answering();
  }

  @Override
  public void cancel(String reason) {
    running.cancel(reason);
  }

  @Override
  public void leave() {
    running.leave();
  }
}
