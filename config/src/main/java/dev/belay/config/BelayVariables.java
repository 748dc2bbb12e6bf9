package dev.belay.config;

import dev.belay.core.name.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads {@code BELAY_…} variables: the key in capitals, with {@code _} for every other character.
 */
final class BelayVariables {
  /** Read by the launcher, before any configuration. */
  private static final Set<String> NO_KEYS = Set.of("BELAY_HOME", "BELAY_JAVA_OPTS", "BELAY_TOKEN");

  /** Prefix of Belay's own variables. */
  private static final String OWN = "BELAY_";

  /** Additional names of variables, by the path of their key (S4-12). */
  private static final Map<String, String> ALIASES =
      Map.of("mcp.agent_list_tools_cache_ttl_ms", "OMNI_AGENT_MCP_LIST_TOOLS_CACHE_TTL_MS");

  /** Prefix of the cookies of an outer Belay, which are not configuration. */
  private static final String COOKIE = "BELAY_ROPE_";

  private final Map<String, String> left = new TreeMap<>();
  private final List<String> known = new ArrayList<>();
  private final Findings findings;

  BelayVariables(Map<String, String> environment, Findings findings) {
    this.findings = findings;
    environment.forEach((name, text) -> {
      boolean isOwn = name.startsWith(OWN) && !name.startsWith(COOKIE) && !NO_KEYS.contains(name);
      if (isOwn || ALIASES.containsValue(name)) {
        left.put(name, text);
      }
    });
  }

  /** Sets the keys of all sections, and of the entries named in files. */
  void apply(Values root) {
    if (left.isEmpty()) {
      return;
    }
    section(root);
    var tokens =
        root.in(AuthSettings.SECTION).in(AuthSettings.Tokens.SECTION).find(AuthSettings.Tokens.ENV);
    if (tokens != null) {
      left.remove(tokens);
    }
    for (var name : left.keySet()) {
      var nearest = Nearest.to(name, known);
      findings.warn(
          Origin.named(name),
          "",
          "names no key and is ignored"
              + (nearest == null ? "" : "; did you mean " + nearest + "?"));
    }
  }

  private void section(Values values) {
    if (values.section().isFileOnly()) {
      return;
    }
    for (var member : values.section().members()) {
      switch (member) {
        case Setting<?> setting -> setting(setting, values);
        case Section section -> section(values.begin(section));
      }
    }
    values.entries().values().forEach(this::section);
  }

  private <T> void setting(Setting<T> setting, Values values) {
    // Commands and addresses are set by files and the command line alone.
    if (setting.codec().isPlace() || !setting.codec().takesText()) {
      return;
    }
    var path = values.path(setting.name());
    var name = variable(path);
    known.add(name);
    var alias = ALIASES.get(path);
    if (alias != null) {
      set(setting, values, alias);
    }
    set(setting, values, name);
  }

  private <T> void set(Setting<T> setting, Values values, String name) {
    var text = left.remove(name);
    // An empty variable is how a shell unsets one for a single command.
    if (text != null && !text.isEmpty()) {
      values.set(setting, text, Origin.named(name), findings);
    }
  }

  private static String variable(String path) {
    var name = new StringBuilder(OWN);
    for (var c : path.toUpperCase(Locale.ROOT).toCharArray()) {
      name.append((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_');
    }
    return name.toString();
  }
}
