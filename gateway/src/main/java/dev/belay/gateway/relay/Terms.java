package dev.belay.gateway.relay;

import dev.belay.core.call.Limits;
import dev.belay.core.lane.Lane;
import dev.belay.gateway.config.EffectiveLimits;
import dev.belay.gateway.config.Rate;
import dev.belay.gateway.config.Repeats;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import java.math.BigDecimal;
import java.time.Duration;
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
  /** Longer wishes are taken for this one: the configured total caps them, where there is one. */
  private static final Duration LONGEST = Duration.ofDays(3650);

  private static final BigDecimal LONGEST_MS = new BigDecimal(LONGEST.toMillis());

  static Terms of(ToolTerms tools, Envelope request) {
    var name = request.text(Member.PARAMS_NAME);
    var tool = name == null ? "(no name)" : name;
    var terms = tools.of(tool);
    var configured = terms.limits();
    var limits =
        configured.values().wished(wish(request));
    return new Terms(tool, limits, configured, terms.lane(), terms.rate(), terms.repeats());
  }

  private static Duration wish(Envelope request) {
    var canonical = wish(request.number(Member.META_TIMEOUT));
    return canonical.isZero() ? wish(request.number(Member.META_TIMEOUT_UNDERSCORE)) : canonical;
  }

  private static Duration wish(@Nullable String literal) {
    if (literal == null || literal.length() > 40) {
      return Duration.ZERO;
    }
    BigDecimal millis;
    try {
      millis = new BigDecimal(literal);
    } catch (NumberFormatException _) {
      // A JSON number all the same, with an exponent beyond what an int holds.
      return Duration.ZERO;
    }
    if (millis.signum() <= 0) {
      return Duration.ZERO;
    }
    if (millis.compareTo(LONGEST_MS) > 0) {
      return LONGEST;
    }
    return Duration.ofNanos(millis.movePointRight(6).longValue());
  }
}
