package dev.belay.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Reads the nodes of any file into values, with the key and place of each fault. */
final class YamlTreeReader {
  private final Map<String, String> environment;
  private final Map<String, String> variables;
  private final Findings findings;

  /**
   * Creates a reader with these variables.
   *
   * @param used receives the variables that were expanded in a text, by name
   */
  YamlTreeReader(Map<String, String> environment, Map<String, String> used, Findings findings) {
    this.environment = environment;
    variables = used;
    this.findings = findings;
  }

  /** {@return the entries of a mapping; none for a key without a value, and none after an error} */
  List<YamlTree.Field> fields(YamlTree tree, String path) {
    return switch (tree) {
      case YamlTree.Fields fields -> fields.fields();
      case YamlTree.Scalar(_, var nothing, _) when nothing -> List.of();
      case YamlTree.Scalar _, YamlTree.Items _ -> {
        wrong(tree, path, "a mapping");
        yield List.of();
      }
    };
  }

  /** Reads a section with everything in it. */
  void section(YamlTree tree, Values into) {
    if (into.section().names() == Section.Names.INDEX) {
      items(tree, into);
    } else {
      fields(tree, into.path()).forEach(field -> member(field, into));
    }
  }

  private void items(YamlTree tree, Values into) {
    if (!(tree instanceof YamlTree.Items(var items, _))) {
      findings.error(tree.at(), into.path(), "expected a list of " + into.section().name());
      return;
    }
    for (int i = 0; i < items.size(); i++) {
      section(items.get(i), into.begin(Integer.toString(i)).at(items.get(i).at()));
    }
  }

  /** Reads one field of a section: a key, or an inner section. */
  void member(YamlTree.Field field, Values into) {
    switch (into.section().member(field.name())) {
      case Setting<?> setting -> value(field, setting, into);
      case Section section when section == into.section().entry() -> {
        if (field.name().isBlank() && !into.section().noun().isEmpty()) {
          findings.error(
              field.at(), into.path(field.name()), into.section().noun() + " needs a name");
        } else {
          section(field.value(), into.begin(field.name()).at(field.at()));
        }
      }
      case Section section -> section(field.value(), into.begin(section).at(field.at()));
      case null ->
          findings.error(
              field.at(),
              into.path(field.name()),
              into.section().unknown(field.name(), into.path("")));
    }
  }

  /** Reads the value of a key. */
  <T> void value(YamlTree.Field field, Setting<T> setting, Values into) {
    var name = field.name();
    var path = into.path(name);
    var codec = setting.codec();
    into.mention(name, field.at());
    var before = findings.errorCount();
    if (!codec.takesText() || (field.value() instanceof YamlTree.Items && codec.isList())) {
      list(field, setting, into);
      return;
    }
    var text = text(field.value(), path);
    if (text == null) {
      return;
    }
    var value = codec.isPlace() ? expanded(text, field.value().at(), path) : text;
    // A missing variable is one mistake, not two.
    if (findings.errorCount() == before) {
      into.take(
          setting,
          name,
          codec.read(value),
          text,
          value.equals(text) ? null : text,
          field.at(),
          findings);
    }
  }

  private <T> void list(YamlTree.Field field, Setting<T> setting, Values into) {
    var path = into.path(field.name());
    var codec = setting.codec();
    if (!(field.value() instanceof YamlTree.Items(var items, _))) {
      wrong(field.value(), path, "a list of texts");
      return;
    }
    if (items.isEmpty()) {
      if (codec.needsItems()) {
        findings.error(field.at(), path, "is empty; leave it out, or write \"*\"");
      }
      return;
    }
    var written = new ArrayList<String>();
    var texts = new ArrayList<String>();
    for (var item : items) {
      var inner = path + "[" + texts.size() + "]";
      var text = text(item, inner);
      written.add(text == null ? "" : text);
      texts.add(text == null ? "" : expanded(text, item.at(), inner));
    }
    var shown = codec.read(written) instanceof Reading.Good<T>(var one) ? one : null;
    into.take(
        setting,
        field.name(),
        codec.read(texts),
        String.join(Codec.COMMA, texts),
        texts.equals(written) ? null : shown,
        field.at(),
        findings);
  }

  private String expanded(String text, Origin at, String path) {
    var expanded = Substitution.expand(text, environment, fault -> findings.error(at, path, fault));
    if (!expanded.equals(text)) {
      Substitution.note(text, environment, variables);
    }
    if (expanded.indexOf('\0') >= 0) {
      findings.error(at, path, "contains a NUL character, which cannot be passed on");
    }
    return expanded;
  }

  /** Reads the variables of a server. */
  void variables(YamlTree tree, Values server) {
    var into = server.begin(ServerSettings.ENV);
    for (var field : fields(tree, into.path())) {
      if (field.name().isEmpty() || field.name().indexOf('=') >= 0) {
        findings.error(field.at(), into.path(field.name()), "is no name of a variable");
      }
      value(field, ServerSettings.VARIABLE, into);
    }
  }

  /**
   * Reads the headers of a server.
   *
   * @param ofBelay receives those that Belay itself sends, which are not taken
   */
  void headers(YamlTree tree, Values server, BiConsumer<YamlTree.Field, String> ofBelay) {
    var into = server.begin(ServerSettings.HEADERS);
    Set<String> seen = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (var field : fields(tree, into.path())) {
      var name = field.name();
      if (!HeaderRules.isName(name)) {
        // Without the name: it may contain a line break.
        findings.error(field.at(), into.path(), "holds a name that no header can have");
      } else if (!seen.add(name)) {
        findings.error(
            field.at(), into.path(name), "is there twice; case does not count in headers");
      } else if (HeaderRules.isOfBelay(name)) {
        ofBelay.accept(field, into.path(name));
      } else {
        into.forgetHeader(name);
        value(field, ServerSettings.HEADER, into);
        var value = into.all(ServerSettings.HEADER).get(name);
        if (value != null) {
          HeaderRules.checkValue(
              value, fault -> findings.error(field.value().at(), into.path(name), fault));
        }
      }
    }
  }

  /** {@return a text with its variables expanded; null if it is not a text, which is reported} */
  @Nullable String place(YamlTree tree, String path) {
    var text = text(tree, path);
    return text == null ? null : expanded(text, tree.at(), path);
  }

  /** {@return the text of a node; null if it is not a text, which is reported} */
  private @Nullable String text(YamlTree tree, String path) {
    if (tree instanceof YamlTree.Scalar(var text, var nothing, _) && !nothing) {
      return text;
    }
    wrong(tree, path, "a single value");
    return null;
  }

  private void wrong(YamlTree tree, String path, String expected) {
    findings.error(tree.at(), path, "expected " + expected + ", found " + tree.found());
  }
}
