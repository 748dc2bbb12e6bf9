package dev.belay.gateway.hosted;

import dev.belay.config.DeclaredLimits;
import dev.belay.config.EffectiveLimits;
import dev.belay.config.Settings;
import dev.belay.core.call.Limit;
import dev.belay.core.call.Limits;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.run.ToolLimits;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How long calls may take by one configuration, merged once for each tool. */
final class ConfiguredLimits implements ToolLimits {
  private final Settings settings;
  private final String server;
  private final Map<String, EffectiveLimits> byTool = new ConcurrentHashMap<>();

  ConfiguredLimits(Settings settings, String server) {
    this.settings = settings;
    this.server = server;
  }

  private EffectiveLimits effective(ToolDeclaration tool) {
    var name = tool.name();
    var said = tool.terms();
    return byTool.computeIfAbsent(
        name,
        _ ->
            settings.limits(
                server, name, new DeclaredLimits(name, said.timeout(), said.idleTimeout())));
  }

  @Override
  public Limits of(ToolDeclaration tool) {
    return effective(tool).values();
  }

  @Override
  public String lever(ToolDeclaration tool, Limit limit) {
    var merged = effective(tool);
    return switch (limit) {
      case IDLE -> merged.idleTimeout().lever();
      case TOTAL -> merged.timeout().lever();
    };
  }
}
