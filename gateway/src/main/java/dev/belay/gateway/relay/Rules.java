package dev.belay.gateway.relay;

import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.core.lane.Lanes;
import dev.belay.gateway.call.CallPolicies;
import dev.belay.mcp.progress.KeepAlive;
import org.jspecify.annotations.Nullable;

/**
 * The current configuration of one server's relay, replaced as a whole.
 *
 * @param lanes the lanes of the whole upstream; null if none are configured (C19)
 * @param repeating the state of shared and repeated calls; null if none are configured (C27)
 */
record Rules(
    Settings settings,
    ServerSettings server,
    CallPolicies policies,
    @Nullable Lanes lanes,
    @Nullable Repeating repeating,
    KeepAlive keepAlive) {
  /**
   * Reads the rules of {@code server}.
   *
   * @param before the present rules, whose lanes calls may be in; null at first
   * @param relay the relay of the server
   */
  static Rules of(Settings settings, ServerSettings server, @Nullable Rules before, Relay relay) {
    var policies = new CallPolicies(settings, server.name());
    var lanes = before == null ? null : before.lanes;
    var known = before == null ? null : before.repeating;
    return new Rules(
        settings,
        server,
        policies,
        lanes == null && policies.mayBeExclusive() ? new Lanes() : lanes,
        known == null && Repeating.isAskedFor(settings) ? new Repeating(relay) : known,
        new KeepAlive(settings.mcp().keepAliveFirst(), settings.mcp().keepAliveInterval()));
  }
}
