package dev.belay.gateway.relay;

import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.core.lane.Lanes;
import dev.belay.gateway.call.CallPolicies;
import dev.belay.mcp.progress.KeepAlive;
import org.jspecify.annotations.Nullable;

/**
 * What one server's relay goes by, as configuration has it now: replaced as a whole.
 *
 * @param lanes those of the whole upstream; null where configuration asks for none (C19)
 * @param repeating what is known of calls that may be repeated; null where it speaks of none (C27)
 */
record Rules(
    Settings settings,
    ServerSettings server,
    CallPolicies policies,
    @Nullable Lanes lanes,
    @Nullable Repeating repeating,
    KeepAlive keepAlive) {
  /**
   * Reads what holds for {@code server}.
   *
   * @param before the rules so far, whose lanes calls may be in; null at first
   * @param relay that of the server
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
