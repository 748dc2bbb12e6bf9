package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.Envelope;

/**
 * What is left of a request that is no call and was taken back: nobody minds what is still said
 * about it, but what its server asks for it is nobody else's.
 */
public record TakenBack(Asker asker) implements UpstreamExchange {
  @Override
  public void answered(Envelope response) {}

  @Override
  public void lost(Loss loss) {}
}
