package dev.belay.gateway.call;

import dev.belay.config.DeclaredLimits;
import dev.belay.config.JobSettings;
import dev.belay.config.Scope;
import dev.belay.config.Settings;
import dev.belay.core.call.EffectiveLimits;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The policies of one server's tools under one configuration, each resolved once and not for each
 * call. Safe for use by many threads.
 *
 * <p>The number kept is bounded, since a client may call any name.
 */
public final class CallPolicies {
  private static final int MOST = 1_000;
  private static final int LONGEST_NAME = 200;
  private final Settings settings;
  private final String server;
  private final Map<String, CallPolicy> byTool = new ConcurrentHashMap<>();

  /** Starts with no policy resolved. */
  public CallPolicies(Settings settings, String server) {
    this.settings = settings;
    this.server = server;
  }

  /** {@return the policy of a tool of an upstream, by the upstream's own name for it} */
  public CallPolicy of(String tool) {
    var known = byTool.get(tool);
    return known == null
        ? keep(new DeclaredLimits(tool, null, null), settings.limits(server, tool))
        : known;
  }

  /** {@return the policy of a native tool, whose author may set limits too} */
  public CallPolicy of(DeclaredLimits declared) {
    var tool = declared.tool();
    var known = byTool.get(tool);
    return known == null ? keep(declared, settings.limits(server, tool, declared)) : known;
  }

  /**
   * {@return the same for one call, of which its author says how long it takes; what configuration
   * says of the tool precedes that}
   */
  public CallPolicy of(DeclaredLimits declared, @Nullable Duration ofCall) {
    var policy = of(declared);
    return ofCall == null || settings.estimate(server, declared.tool()) != null
        ? policy
        : policy.taking(ofCall);
  }

  private CallPolicy keep(DeclaredLimits declared, EffectiveLimits limits) {
    var tool = declared.tool();
    var mode = declared.async() ? JobSettings.Mode.ALWAYS : JobSettings.Mode.AUTO;
    var estimate = settings.estimate(server, tool);
    var found =
        new CallPolicy(
            limits,
            settings.silence(server, tool, declared.idleTimeout()),
            settings.lane(server, tool),
            settings.rate(server, tool),
            settings.job(server, tool, mode),
            estimate == null ? declared.estimate() : estimate,
            settings.join(server, tool),
            settings.onRestart(server, tool),
            settings.approval(server, tool),
            settings.repeats(server, tool));
    if (tool.length() <= LONGEST_NAME && byTool.size() < MOST) {
      byTool.put(tool, found);
    }
    return found;
  }

  /** {@return whether any tool of the server may be configured to run alone on it (C19)} */
  public boolean mayBeExclusive() {
    return settings.tools().stream()
        .anyMatch(rule -> rule.scope() == Scope.UPSTREAM && rule.glob().mayNameToolOf(server));
  }
}
