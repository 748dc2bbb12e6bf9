package dev.belay.gateway.upstream;

import dev.belay.mcp.era.Era;
import java.nio.charset.StandardCharsets;

/**
 * How Belay opens a server that no client opens itself.
 *
 * @param initialize the params of {@code initialize}, as JSON
 * @param first the era that is tried first
 * @param isOnly whether the other era is not tried
 */
public record OwnOpening(String initialize, Era first, boolean isOnly) {
  byte[] params() {
    return initialize.getBytes(StandardCharsets.UTF_8);
  }
}
