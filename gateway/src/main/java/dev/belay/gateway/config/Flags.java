package dev.belay.gateway.config;

import java.util.List;

/** Applies the options of the command line, which count most. */
final class Flags {
  private final Draft draft;
  private final Findings findings;

  Flags(Draft draft, Findings findings) {
    this.draft = draft;
    this.findings = findings;
  }

  void apply(List<Flag> flags) {
    flags.forEach(this::apply);
  }

  private void apply(Flag flag) {
    var at = Origin.named(flag.name());
    var dot = flag.key().indexOf('.');
    var last = flag.key().lastIndexOf('.');
    var leaf = flag.key().substring(last + 1);
    if (dot == last && flag.key().startsWith(Keys.MCP + ".")) {
      set(flag, at, Keys.OF_MCP, leaf, draft.mcp);
      return;
    }
    var server =
        dot < last && flag.key().startsWith(Keys.SERVERS + ".")
            ? draft.knownServer(flag.key().substring(dot + 1, last))
            : null;
    if (server == null) {
      findings.error(at, flag.key(), "unknown key");
    } else if (leaf.equals(Keys.ENV)) {
      variable(flag, at, server);
    } else {
      set(flag, at, Keys.OF_SERVER, leaf, server.values);
    }
  }

  private void variable(Flag flag, Origin at, ServerDraft server) {
    var equals = flag.text().indexOf('=');
    if (equals <= 0) {
      findings.error(at, flag.key(), "expected NAME=value, found '" + flag.text() + "'");
    } else {
      server.env(flag.text().substring(0, equals), flag.text().substring(equals + 1), at);
    }
  }

  private void set(Flag flag, Origin at, List<Key<?>> keys, String leaf, Values values) {
    var key = Keys.find(keys, leaf);
    if (key == null) {
      findings.error(at, flag.key(), Section.unknown(leaf, values.path(""), Keys.names(keys)));
    } else {
      values.set(key, flag.text(), at, findings);
    }
  }
}
