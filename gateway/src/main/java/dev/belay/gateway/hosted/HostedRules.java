package dev.belay.gateway.hosted;

import dev.belay.config.DeclaredLimits;
import dev.belay.config.McpSettings.ErrorsMode;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.core.lane.Lanes;
import dev.belay.gateway.call.CallPolicies;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.mcp.progress.KeepAlive;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.result.ErrorMode;
import dev.belay.tools.serve.HostOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The current configuration of hosted tools, replaced as a whole.
 *
 * @param policies the policy of each tool
 * @param lanes those among all clients; null if none is configured (C19)
 * @param host the part for the runner of the tools
 */
record HostedRules(CallPolicies policies, @Nullable Lanes lanes, HostOptions host) {
  /** A question without a limit of its own ends with its call. */
  private static final Duration AS_ITS_CALL = Duration.ofDays(365);

  /**
   * Reads the rules.
   *
   * @param before the present lanes, which calls may be in; null at first, or if there are none
   */
  static HostedRules of(Settings settings, ServerSettings server, @Nullable Lanes before) {
    var name = server.name();
    var policies = new CallPolicies(settings, name);
    var question = settings.http().times().question();
    return new HostedRules(
        policies,
        before == null && policies.mayBeExclusive() ? new Lanes() : before,
        new HostOptions(
            tool -> policies.of(declared(tool)).limits(),
            tool -> ConfiguredTool.of(tool, settings, name),
            errors(settings.mcp().errors()),
            /* strict= */ false,
            server.cancelGrace(),
            question.isZero() ? AS_ITS_CALL : question,
            new KeepAlive(settings.mcp().keepAliveFirst(), settings.mcp().keepAliveInterval())));
  }

  private static ErrorMode errors(ErrorsMode configured) {
    return switch (configured) {
      case RESULT -> ErrorMode.RESULT;
      case JSONRPC -> ErrorMode.JSONRPC;
    };
  }

  CallPolicy policy(ToolDeclaration tool) {
    return policies.of(declared(tool));
  }

  /**
   * {@return what one call goes by}
   *
   * @param estimate how long its tool says that this call takes; null if it does not
   */
  CallPolicy policy(ToolDeclaration tool, @Nullable Duration estimate) {
    return policies.of(declared(tool), estimate);
  }

  private static DeclaredLimits declared(ToolDeclaration tool) {
    var terms = tool.terms();
    return new DeclaredLimits(
        tool.name(), terms.timeout(), terms.idleTimeout(), terms.async(), terms.estimate());
  }
}
