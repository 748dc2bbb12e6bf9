package dev.belay.gateway.upstream;

import java.nio.charset.StandardCharsets;

/**
 * How Belay opens a legacy server, where no client does that itself.
 *
 * @param initialize the params of {@code initialize}, as JSON
 */
public record OwnOpening(String initialize) {
  byte[] params() {
    return initialize.getBytes(StandardCharsets.UTF_8);
  }
}
