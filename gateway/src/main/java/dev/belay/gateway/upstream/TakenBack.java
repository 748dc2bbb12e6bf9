package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.Envelope;

/**
 * The remainder of a cancelled request that is no call: later messages about it are ignored, but
 * questions about it still belong to its owner.
 */
public record TakenBack(Asker asker) implements UpstreamExchange {
  @Override
  public void answered(Envelope response) {}

  @Override
  public void lost(Loss loss) {}
}
