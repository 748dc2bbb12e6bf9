package dev.belay.config;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Applies the options of the command line, which count most. */
final class Flags {
  private final Draft draft;
  private final Map<String, String> environment;
  private final Findings findings;

  Flags(Draft draft, Map<String, String> environment, Findings findings) {
    this.draft = draft;
    this.environment = environment;
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
    if (dot == last && flag.key().startsWith(HttpKeys.HTTP + ".")) {
      set(flag, at, HttpKeys.ALL, leaf, draft.http);
      return;
    }
    if (dot == last && flag.key().startsWith(ObservabilityKeys.AUDIT + ".")) {
      set(flag, at, ObservabilityKeys.OF_AUDIT, leaf, draft.audit);
      return;
    }
    if (dot == last && flag.key().startsWith(Keys.AUTH + ".")) {
      set(flag, at, AuthKeys.OF_AUTH, leaf, draft.auth.auth);
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
    } else if (leaf.equals(Keys.HEADERS)) {
      header(flag, at, server);
    } else {
      set(flag, at, Keys.OF_SERVER, leaf, server.values);
    }
  }

  private void variable(Flag flag, Origin at, ServerDraft server) {
    var equals = flag.text().indexOf('=');
    if (equals <= 0) {
      findings.error(at, flag.key(), "expected NAME=value, found '" + flag.text() + "'");
    } else {
      server.start.env(flag.text().substring(0, equals), flag.text().substring(equals + 1), at);
    }
  }

  /** References to variables are replaced here too: what is typed, every process can see. */
  private void header(Flag flag, Origin at, ServerDraft server) {
    var colon = flag.text().indexOf(':');
    var name = colon < 0 ? "" : flag.text().substring(0, colon).strip();
    if (!HeaderRules.isName(name)) {
      findings.error(at, flag.key(), "expected 'Name: value'");
    } else if (HeaderRules.isOfBelay(name)) {
      findings.error(
          at, flag.key() + "." + name, "is said by Belay itself, differently for each request");
    } else {
      Consumer<String> fault = text -> findings.error(at, flag.key() + "." + name, text);
      var written = flag.text().substring(colon + 1).strip();
      var value = Substitution.expand(written, environment, fault);
      if (!value.equals(written)) {
        draft.asWritten(flag.key() + "." + name, written, environment);
      }
      HeaderRules.checkValue(value, fault);
      server.start.header(name, value, at);
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
