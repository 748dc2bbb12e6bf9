package dev.belay.config;

import dev.belay.core.name.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads {@code BELAY_…} variables: the key in capitals, with {@code _} for what is no letter. */
final class BelayVariables {
  /** Read by the launcher, before any configuration. */
  private static final Set<String> OF_LAUNCHER = Set.of("BELAY_HOME", "BELAY_JAVA_OPTS");

  /** Prefix of the variables that are Belay's own. */
  private static final String OWN = "BELAY_";

  /** Prefix of the cookies of a Belay around this one, which are no configuration. */
  private static final String COOKIE = "BELAY_ROPE_";

  private final Draft draft;
  private final Findings findings;

  BelayVariables(Draft draft, Findings findings) {
    this.draft = draft;
    this.findings = findings;
  }

  void apply(Map<String, String> environment) {
    Map<String, String> left = new TreeMap<>();
    environment.forEach((name, text) -> {
      if (name.startsWith(OWN) && !name.startsWith(COOKIE) && !OF_LAUNCHER.contains(name)) {
        left.put(name, text);
      }
    });
    if (left.isEmpty()) {
      return;
    }
    List<String> known = new ArrayList<>();
    section(draft.mcp, Keys.OF_MCP, left, known);
    section(draft.errors, Keys.OF_ERRORS, left, known);
    section(draft.listing.lists, ListKeys.ALL, left, known);
    section(draft.http, HttpKeys.ALL, left, known);
    section(draft.observability, ObservabilityKeys.OF_OBSERVABILITY, left, known);
    section(draft.audit, ObservabilityKeys.OF_AUDIT, left, known);
    section(draft.turns.timeouts, TurnKeys.OF_TIMEOUTS, left, known);
    section(draft.turns.turns, TurnKeys.OF_TURNS, left, known);
    section(draft.turns.loops, LoopKeys.ALL, left, known);
    draft.agents.sections().forEach((values, keys) -> section(values, keys, left, known));
    section(draft.auth.auth, AuthKeys.OF_AUTH, left, known);
    section(draft.auth.tokens, AuthKeys.OF_TOKENS, left, known);
    section(draft.auth.oauth, AuthKeys.OF_OAUTH, left, known);
    var tokens = draft.auth.tokens.get(AuthKeys.ENV);
    if (tokens != null) {
      left.remove(tokens);
    }
    for (var server : draft.servers()) {
      section(server.values, Keys.OF_SERVER, left, known);
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

  private void section(
      Values values, List<Key<?>> keys, Map<String, String> left, List<String> known) {
    for (var key : keys) {
      // What is started, and where, is for files and the command line alone.
      if (key.type() == String.class) {
        continue;
      }
      var name = variable(values.path(key.name()));
      known.add(name);
      var text = left.remove(name);
      // An empty variable is how a shell unsets one for a single command.
      if (text != null && !text.isEmpty()) {
        values.set(key, text, Origin.named(name), findings);
      }
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
