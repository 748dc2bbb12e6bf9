package dev.belay.gateway.listing;

import dev.belay.config.AccessRule;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.ToolAccess;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Decides which principal may call which tool; a tool it may not call is unknown to it.
 *
 * <p>The lists of a server apply to every principal; the first rule that names a principal applies
 * to it. Immutable.
 */
public final class ToolPolicy {
  private final List<AccessRule> rules;
  private final Map<String, ToolAccess> servers;

  /** Creates the policy of a configuration. */
  public ToolPolicy(Settings settings) {
    rules = settings.listing().access();
    servers =
        settings.servers().values().stream()
            .filter(server -> !server.tools().isOpen())
            .collect(Collectors.toUnmodifiableMap(ServerSettings::name, ServerSettings::tools));
  }

  /** {@return whether every principal may call every tool} */
  public boolean isOpen() {
    return rules.isEmpty() && servers.isEmpty();
  }

  /** {@return whether two principals may see different tools} */
  public boolean isPersonal() {
    return !rules.isEmpty();
  }

  /** {@return whether {@code principal} may call that tool, and sees it} */
  public boolean permits(String principal, String server, String tool) {
    return servers.getOrDefault(server, ToolAccess.OPEN).permit(server, tool)
        && ruleFor(principal).permit(server, tool);
  }

  private ToolAccess ruleFor(String principal) {
    for (var rule : rules) {
      if (rule.names(principal)) {
        return rule.tools();
      }
    }
    return ToolAccess.OPEN;
  }
}
