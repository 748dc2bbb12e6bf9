package dev.belay.agent.model.script;

import dev.belay.core.name.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/** Gathers what is wrong with a script, so that its author sees all of it at once. */
final class Faults {
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
