package dev.belay.config;

import dev.belay.core.name.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Reads the shapes that sections of any file share, with the key and place of each fault. */
final class Section {
  private final Draft draft;
  private final Map<String, String> environment;
  private final Findings findings;

  Section(Draft draft, Map<String, String> environment, Findings findings) {
    this.draft = draft;
    this.environment = environment;
    this.findings = findings;
  }

  /** {@return the entries of a mapping; none for a key without a value, and none after an error} */
  List<Tree.Field> fields(Tree tree, String path) {
    return switch (tree) {
      case Tree.Fields fields -> fields.fields();
      case Tree.Scalar(_, var nothing, _) when nothing -> List.of();
      case Tree.Scalar _, Tree.Items _ -> {
        wrong(tree, path, "a mapping");
        yield List.of();
      }
    };
  }

  void scalar(Tree.Field field, Key<?> key, Values values) {
    values.mention(key, field.at());
    var text = text(field.value(), values.path(key.name()));
    if (text != null) {
      var path = values.path(key.name());
      var before = findings.errorCount();
      var value = key.type() == String.class ? expanded(text, field.value().at(), path) : text;
      // A variable that is missing is one mistake, not two.
      if (findings.errorCount() == before) {
        values.set(key, value, text, field.at(), findings);
      }
    }
  }

  /** Reads a list for a key that elsewhere is a text with commas. */
  void list(Tree.Field field, Key<?> key, Values values) {
    values.mention(key, field.at());
    var texts = texts(field.value(), values.path(key.name()));
    if (!texts.isEmpty()) {
      values.set(key, String.join(Texts.COMMA, texts), field.at(), findings);
    }
  }

  /** Reads a field that is one of these keys; {@code more} there are that others read. */
  void known(Tree.Field field, List<Key<?>> keys, Values values, String... more) {
    var key = Keys.find(keys, field.name());
    if (key != null && key.type() == Texts.class && field.value() instanceof Tree.Items) {
      list(field, key, values);
    } else if (key != null) {
      scalar(field, key, values);
    } else {
      findings.error(
          field.at(),
          values.path(field.name()),
          unknown(field.name(), values.path(""), Keys.names(keys, more)));
    }
  }

  private String expanded(String text, Origin at, String path) {
    var expanded = Substitution.expand(text, environment, fault -> findings.error(at, path, fault));
    if (!expanded.equals(text)) {
      draft.asWritten(path, text, environment);
    }
    if (expanded.indexOf('\0') >= 0) {
      findings.error(at, path, "holds a NUL character, which nobody can be given");
    }
    return expanded;
  }

  List<String> texts(Tree tree, String path) {
    if (!(tree instanceof Tree.Items(var items, _))) {
      wrong(tree, path, "a list of texts");
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    for (var item : items) {
      var inner = path + "[" + texts.size() + "]";
      var text = text(item, inner);
      texts.add(text == null ? "" : expanded(text, item.at(), inner));
    }
    return texts;
  }

  void variables(Tree tree, ServerDraft server) {
    var path = server.values.path(Keys.ENV);
    for (var field : fields(tree, path)) {
      var inner = path + "." + field.name();
      if (field.name().isEmpty() || field.name().indexOf('=') >= 0) {
        findings.error(field.at(), inner, "is no name of a variable");
      }
      var text = text(field.value(), inner);
      if (text != null) {
        server.start.env(field.name(), expanded(text, field.value().at(), inner), field.at());
      }
    }
  }

  /**
   * Reads the headers of a server.
   *
   * @param ofBelay hears of those that Belay itself sends, which are not taken
   */
  void headers(Tree tree, ServerDraft server, BiConsumer<Tree.Field, String> ofBelay) {
    var path = server.values.path(Keys.HEADERS);
    Set<String> seen = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (var field : fields(tree, path)) {
      var name = field.name();
      var inner = path + "." + name;
      if (!HeaderRules.isName(name)) {
        // Without the name: it may hold a line break.
        findings.error(field.at(), path, "holds a name that no header can have");
      } else if (!seen.add(name)) {
        findings.error(field.at(), inner, "is there twice; case does not count in headers");
      } else if (HeaderRules.isOfBelay(name)) {
        ofBelay.accept(field, inner);
      } else {
        header(field, inner, server);
      }
    }
  }

  private void header(Tree.Field field, String path, ServerDraft server) {
    var text = text(field.value(), path);
    if (text != null) {
      var value = expanded(text, field.value().at(), path);
      HeaderRules.checkValue(value, fault -> findings.error(field.value().at(), path, fault));
      server.start.header(field.name(), value, field.at());
    }
  }

  private @Nullable String text(Tree tree, String path) {
    if (tree instanceof Tree.Scalar(var text, var nothing, _) && !nothing) {
      return text;
    }
    wrong(tree, path, "a single value");
    return null;
  }

  private void wrong(Tree tree, String path, String expected) {
    findings.error(tree.at(), path, "expected " + expected + ", found " + tree.found());
  }

  /** {@return the words for an unknown key: the nearest one, or all there are} */
  static String unknown(String name, String prefix, List<String> known) {
    var nearest = Nearest.to(name, known);
    return nearest == null
        ? "unknown key; there are " + String.join(", ", known)
        : "unknown key; did you mean " + prefix + nearest + "?";
  }
}
