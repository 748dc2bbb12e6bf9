package dev.belay.mcp.server;

import dev.belay.mcp.session.RequestState;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a server was given besides what it lists.
 *
 * @param cacheMillis how long clients may keep lists and resources
 * @param cacheShared whether what they keep may serve others too
 */
record ServerOptions(
    String name,
    String version,
    Speaks speaks,
    @Nullable String instructions,
    @Nullable Handler completions,
    @Nullable Supplier<RequestState> states,
    boolean logging,
    boolean announces,
    long cacheMillis,
    boolean cacheShared) {
  /** {@return how the server calls itself on the wire} */
  byte[] info() {
    return Json.object().put("name", name).put("version", version).end();
  }
}
