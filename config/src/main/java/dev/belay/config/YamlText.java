package dev.belay.config;

import dev.belay.config.Loaded.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Parses YAML 1.2 text, and so JSON, into a {@link YamlTree}.
 *
 * <p>The only class that uses the parser: a start without files never loads it. It reads the
 * parser's events rather than its nodes, because the latter nest without bound.
 */
final class YamlText {
  private static final int MAX_DEPTH = 32;
  private static final Pattern YAML = Pattern.compile("\\.ya?ml$");
  private static final Set<String> NOTHING = Set.of("", "~", "null", "Null", "NULL");

  private final String file;
  private final Findings findings;
  private final Iterator<Event> events;
  private final Map<Anchor, YamlTree> anchors = new HashMap<>();

  private YamlText(String file, Iterator<Event> events, Findings findings) {
    this.file = file;
    this.findings = findings;
    this.events = events;
  }

  /**
   * {@return the content of a file; null if it is empty, or invalid, with the reason in the
   * findings}
   */
  static @Nullable YamlTree read(String file, String text, Findings findings) {
    // The file's size is bounded where it is read.
    var settings =
        LoadSettings.builder().setLabel(file).setCodePointLimit(text.length() + 1).build();
    try {
      var events = new ParserImpl(settings, new StreamReader(settings, text));
      return new YamlText(file, events, findings).document();
    } catch (NotATree e) {
      findings.error(e.finding.at(), e.finding.key(), e.finding.text());
    } catch (MarkedYamlEngineException e) {
      var at = place(file, e.getProblemMark().or(e::getContextMark));
      findings.error(at, "", isNot(file, text) + e.getProblem());
    } catch (ReaderException e) {
      findings.error(
          Origin.in(file, text, e.getPosition()), "", isNot(file, text) + "a control character");
    } catch (YamlEngineException e) {
      findings.error(Origin.named(file), "", isNot(file, text) + e.getMessage());
    }
    return null;
  }

  /** A fault in JSON is reported as one of JSON, although it is parsed as YAML. */
  private static String isNot(String file, String text) {
    boolean json = text.stripLeading().startsWith("{") && !YAML.matcher(file).find();
    return "is not " + (json ? "JSON" : "YAML") + ": ";
  }

  private @Nullable YamlTree document() throws NotATree {
    YamlTree content = null;
    var documents = 0;
    while (events.hasNext()) {
      var event = events.next();
      if (event instanceof NodeEvent node) {
        if (documents++ > 0) {
          throw new NotATree(place(event), "", "holds more than one document");
        }
        content = tree(node, "", 0);
      } else if (event instanceof DocumentEndEvent) {
        anchors.clear();
      }
    }
    return content;
  }

  private YamlTree tree(NodeEvent event, String path, int depth) throws NotATree {
    if (depth > MAX_DEPTH) {
      throw new NotATree(place(event), path, "is nested deeper than " + MAX_DEPTH + " levels");
    }
    var tree =
        switch (event) {
          case ScalarEvent scalar ->
              new YamlTree.Scalar(
                  scalar.getValue(),
                  scalar.isPlain() && NOTHING.contains(scalar.getValue()),
                  place(event));
          case SequenceStartEvent start -> items(start, path, depth);
          case MappingStartEvent start -> fields(start, path, depth);
          case AliasEvent alias -> aliased(alias, path);
          default -> throw new NotATree(place(event), path, "is not a value");
        };
    event.getAnchor().ifPresent(anchor -> anchors.put(anchor, tree));
    return tree;
  }

  private YamlTree aliased(AliasEvent alias, String path) throws NotATree {
    // An anchor is known once its value is complete, so a value that contains itself is not found.
    var known = alias.getAnchor().map(anchors::get);
    if (known.isEmpty()) {
      throw new NotATree(place(alias), path, "names an anchor that is not complete before it");
    }
    return known.get();
  }

  private YamlTree items(SequenceStartEvent start, String path, int depth) throws NotATree {
    List<YamlTree> items = new ArrayList<>();
    while (events.next() instanceof NodeEvent item) {
      items.add(tree(item, path + "[" + items.size() + "]", depth + 1));
    }
    return new YamlTree.Items(items, place(start));
  }

  private YamlTree fields(MappingStartEvent start, String path, int depth) throws NotATree {
    List<YamlTree.Field> fields = new ArrayList<>();
    Map<String, Origin> seen = new HashMap<>();
    while (events.next() instanceof NodeEvent key) {
      if (!(tree(key, path, depth + 1) instanceof YamlTree.Scalar name)) {
        throw new NotATree(place(key), path, "has a key that is not a text");
      }
      var inner = path.isEmpty() ? name.text() : path + "." + name.text();
      var value = tree((NodeEvent) events.next(), inner, depth + 1);
      var first = seen.putIfAbsent(name.text(), place(key));
      if (first == null) {
        fields.add(new YamlTree.Field(name.text(), value, place(key)));
      } else {
        findings.error(place(key), inner, "is there twice; first at " + first);
      }
    }
    return new YamlTree.Fields(fields, place(start));
  }

  private Origin place(Event event) {
    return place(file, event.getStartMark());
  }

  private static Origin place(String file, Optional<Mark> mark) {
    return mark.map(m -> new Origin(file, m.getLine() + 1, m.getColumn() + 1))
        .orElse(Origin.named(file));
  }

  /** Leaves the recursion at the first fault after which the rest has no meaning. */
  private static final class NotATree extends Exception {
    private static final long serialVersionUID = 1L;

    final transient Finding finding;

    NotATree(Origin at, String key, String text) {
      super(text, null, false, false);
      finding = new Finding(at, key, text);
    }
  }
}
