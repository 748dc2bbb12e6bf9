package dev.belay.agent.model.script;

import dev.belay.core.name.Nearest;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Typed access to one mapping of a script. A fault is recorded, and the field is treated as absent.
 */
final class Fields {
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);
  private static final BigDecimal LONGEST = BigDecimal.valueOf(86_400);

  private final Faults faults;
  private final String path;
  private final Map<String, Node> byName = new LinkedHashMap<>();

  private Fields(Faults faults, String path) {
    this.faults = faults;
    this.path = path;
  }

  /** Reads a mapping with these fields only. */
  static Fields of(Node node, String path, List<String> known, Faults faults) {
    var fields = new Fields(faults, path);
    if (node instanceof MappingNode mapping) {
      mapping.getValue().forEach(field -> fields.take(field, known));
    } else {
      faults.at(node, path, "expected a mapping with " + String.join(", ", known));
    }
    return fields;
  }

  private void take(NodeTuple field, List<String> known) {
    var name = field.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
    if (!known.contains(name)) {
      faults.unknown(field.getKeyNode(), path(name), name, known);
    } else if (byName.putIfAbsent(name, field.getValueNode()) != null) {
      faults.at(field.getKeyNode(), path(name), "is there twice");
    }
  }

  String path(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  boolean has(String name) {
    return byName.containsKey(name);
  }

  @Nullable Node node(String name) {
    return byName.get(name);
  }

  @Nullable String text(String name) {
    var node = byName.get(name);
    return node == null ? null : text(node, path(name));
  }

  private @Nullable String text(Node node, String at) {
    if (node instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)) {
      return scalar.getValue();
    }
    faults.at(node, at, "expected a text");
    return null;
  }

  List<String> texts(String name) {
    var texts = new ArrayList<String>();
    for (var item : items(name)) {
      var text = text(item, path(name));
      if (text != null) {
        texts.add(text);
      }
    }
    return texts;
  }

  List<Node> items(String name) {
    var node = byName.get(name);
    if (node == null) {
      return List.of();
    }
    if (node instanceof SequenceNode list) {
      return list.getValue();
    }
    faults.at(node, path(name), "expected a list");
    return List.of();
  }

  @Nullable Boolean flag(String name) {
    var node = byName.get(name);
    if (node == null) {
      return null;
    }
    if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.BOOL)) {
      return Boolean.valueOf(scalar.getValue());
    }
    faults.at(node, path(name), "expected true or false");
    return null;
  }

  @Nullable Duration seconds(String name) {
    var node = byName.get(name);
    if (node == null) {
      return null;
    }
    if (node instanceof ScalarNode scalar
        && (scalar.getTag().equals(Tag.INT) || scalar.getTag().equals(Tag.FLOAT))) {
      var seconds = number(scalar.getValue());
      if (seconds != null && seconds.signum() >= 0 && seconds.compareTo(LONGEST) <= 0) {
        return Duration.ofNanos(seconds.multiply(NANOS).longValue());
      }
    }
    faults.at(node, path(name), "expected seconds, such as 0.2, up to a day");
    return null;
  }

  private static @Nullable BigDecimal number(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException _) {
      return null;
    }
  }

  /** Collects all faults of a script for one report. */
  static final class Faults {
    private final String file;
    private final List<String> all = new ArrayList<>();

    Faults(String file) {
      this.file = file;
    }

    void at(Node node, String path, String text) {
      at(node.getStartMark(), path, text);
    }

    void at(Optional<Mark> mark, String path, String text) {
      var place = mark.map(m -> ":" + (m.getLine() + 1) + ":" + (m.getColumn() + 1)).orElse("");
      all.add(file + place + ": " + (path.isEmpty() ? "" : path + ": ") + text);
    }

    void unknown(Node key, String path, String name, List<String> known) {
      var nearest = Nearest.to(name, known);
      at(
          key,
          path,
          nearest == null
              ? "unknown key; there are " + String.join(", ", known)
              : "unknown key; did you mean " + nearest + "?");
    }

    void throwIfAny() throws ScriptException {
      if (!all.isEmpty()) {
        throw new ScriptException(String.join("\n", all));
      }
    }
  }
}
