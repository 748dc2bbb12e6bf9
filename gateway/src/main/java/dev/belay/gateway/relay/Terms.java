package dev.belay.gateway.relay;

import dev.belay.config.EffectiveLimits;
import dev.belay.config.Rate;
import dev.belay.config.Repeats;
import dev.belay.core.call.Limits;
import dev.belay.core.lane.Lane;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Wish;
import org.jspecify.annotations.Nullable;

/**
 * On what terms one call runs: from configuration, and from the wish in its own request (C28).
 *
 * @param configured the limits before the wish, with the names of the settings behind them
 * @param rate how often one principal may call the tool
 * @param repeats whether it may be spared, or made again; null where nothing is said of that
 */
record Terms(
    String tool,
    Limits limits,
    EffectiveLimits configured,
    Lane lane,
    Rate rate,
    @Nullable Repeats repeats) {
  static Terms of(ToolTerms tools, Envelope request) {
    var name = request.text(Member.PARAMS_NAME);
    var tool = name == null ? "(no name)" : name;
    var terms = tools.of(tool);
    var configured = terms.limits();
    var limits = configured.values().wished(Wish.of(request));
    return new Terms(tool, limits, configured, terms.lane(), terms.rate(), terms.repeats());
  }
}
