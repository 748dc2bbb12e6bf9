package dev.belay.config;

import dev.belay.config.Sources.Flag;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Applies the options of the command line, which take precedence over all sources. */
final class Flags {
  private final ConfigBuilder draft;
  private final Map<String, String> environment;
  private final Findings findings;

  Flags(ConfigBuilder draft, Map<String, String> environment, Findings findings) {
    this.draft = draft;
    this.environment = environment;
    this.findings = findings;
  }

  void apply(List<Flag> flags) {
    flags.forEach(this::apply);
  }

  /** Finds the section of a key: a top-level one, or that of a server. */
  private void apply(Flag flag) {
    var at = Origin.named(flag.name());
    var dot = flag.key().indexOf('.');
    var last = flag.key().lastIndexOf('.');
    var leaf = flag.key().substring(last + 1);
    if (dot == last
        && Config.ROOT.member(flag.key().substring(0, Math.max(dot, 0)))
            instanceof Section section) {
      set(flag, at, leaf, draft.root.begin(section));
      return;
    }
    var server =
        dot < last && flag.key().startsWith(ServerSettings.SERVERS.name() + ".")
            ? draft.servers().entries().get(flag.key().substring(dot + 1, last))
            : null;
    if (server == null) {
      findings.error(at, flag.key(), "unknown key");
    } else if (leaf.equals(ServerSettings.ENV.name())) {
      variable(flag, at, server);
    } else if (leaf.equals(ServerSettings.HEADERS.name())) {
      header(flag, at, server);
    } else {
      set(flag, at, leaf, server);
    }
  }

  private void variable(Flag flag, Origin at, Values server) {
    var equals = flag.text().indexOf('=');
    if (equals <= 0) {
      findings.error(at, flag.key(), "expected NAME=value, found '" + flag.text() + "'");
    } else {
      var value = flag.text().substring(equals + 1);
      server
          .begin(ServerSettings.ENV)
          .take(
              ServerSettings.VARIABLE,
              flag.text().substring(0, equals),
              new Reading.Good<>(value),
              "",
              null,
              at,
              findings);
    }
  }

  /**
   * References to variables are expanded here too: the command line is visible to every process.
   */
  private void header(Flag flag, Origin at, Values server) {
    var colon = flag.text().indexOf(':');
    var name = colon < 0 ? "" : flag.text().substring(0, colon).strip();
    if (!HeaderRules.isName(name)) {
      findings.error(at, flag.key(), "expected 'Name: value'");
    } else if (HeaderRules.isOfBelay(name)) {
      findings.error(at, flag.key() + "." + name, "is set by Belay itself for each request");
    } else {
      Consumer<String> fault = text -> findings.error(at, flag.key() + "." + name, text);
      var written = flag.text().substring(colon + 1).strip();
      var value = Substitution.expand(written, environment, fault);
      Substitution.note(written, environment, draft.variables);
      HeaderRules.checkValue(value, fault);
      var headers = server.begin(ServerSettings.HEADERS);
      headers.forgetHeader(name);
      headers.take(
          ServerSettings.HEADER,
          name,
          new Reading.Good<>(value),
          "",
          value.equals(written) ? null : written,
          at,
          findings);
    }
  }

  private void set(Flag flag, Origin at, String leaf, Values values) {
    if (values.section().member(leaf) instanceof Setting<?> setting) {
      values.set(setting, flag.text(), at, findings);
    } else {
      findings.error(at, flag.key(), values.section().unknown(leaf, values.path("")));
    }
  }
}
