package dev.belay.agent.model.script;

import dev.belay.agent.model.script.Fields.Faults;
import dev.belay.agent.model.script.Script.Rule;
import dev.belay.agent.model.script.Script.Step;
import dev.belay.core.text.StoppablePattern;
import dev.belay.core.text.StoppableText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** Loads scripts. */
final class Scripts {
  private static final String DEMO = "demo.yaml";
  private static final int MOST_BYTES = 1 << 20;
  private static final int DEEPEST = 32;

  private Scripts() {}

  static Script load(Path file) throws ScriptException {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new ScriptException(file + ": is longer than 1 MiB");
      }
      return read(file.toString(), Files.readString(file));
    } catch (IOException e) {
      throw new ScriptException(file + ": cannot be read: " + e);
    }
  }

  static Script builtIn() {
    try (var in = Objects.requireNonNull(Scripts.class.getResourceAsStream(DEMO))) {
      return read(DEMO, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ScriptException e) {
      throw new AssertionError("a test follows the built-in script", e);
    }
  }

  /**
   * Reads a script.
   *
   * @param file the file name in faults
   */
  static Script read(String file, String yaml) throws ScriptException {
    var faults = new Faults(file);
    var settings =
        LoadSettings.builder().setLabel(file).setCodePointLimit(yaml.length() + 1).build();
    try {
      checkDepth(settings, yaml, faults);
      faults.throwIfAny();
      var root = new Composer(settings, parser(settings, yaml)).getSingleNode();
      if (root.isEmpty()) {
        faults.at(Optional.empty(), "", "is empty; a script has 'steps' or 'rules'");
      }
      faults.throwIfAny();
      var script = new ScriptReader(faults).script(root.orElseThrow());
      faults.throwIfAny();
      return script;
    } catch (MarkedYamlEngineException e) {
      faults.at(e.getProblemMark().or(e::getContextMark), "", "is not YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      faults.at(Optional.empty(), "", "is not YAML: " + e.getMessage());
    }
    faults.throwIfAny();
    throw new AssertionError("throwIfAny must throw");
  }

  private static Parser parser(LoadSettings settings, String yaml) {
    return new ParserImpl(settings, new StreamReader(settings, yaml));
  }

  /** Limits nesting by the parser's events, before nodes, which recurse, are built. */
  private static void checkDepth(LoadSettings settings, String yaml, Faults faults) {
    var depth = 0;
    for (var events = parser(settings, yaml); events.hasNext(); ) {
      var event = events.next();
      if (event instanceof CollectionStartEvent && ++depth > DEEPEST) {
        faults.at(event.getStartMark(), "", "is nested deeper than " + DEEPEST + " levels");
        return;
      }
      if (event instanceof AliasEvent) {
        faults.at(event.getStartMark(), "", "a script has no aliases");
        return;
      }
      if (event instanceof CollectionEndEvent) {
        depth--;
      }
    }
  }

  /** Parses a script. */
  static final class ScriptReader {
    static final List<String> SCRIPT = List.of("steps", "rules", "otherwise", "repeat");
    static final List<String> RULE = List.of("when", "needs", "steps");
    private static final StoppablePattern NEVER = StoppablePattern.of("(?!)");

    private final Faults faults;
    private final StepReader steps;

    ScriptReader(Faults faults) {
      this.faults = faults;
      steps = new StepReader(faults);
    }

    Script script(Node root) {
      var fields = Fields.of(root, "", SCRIPT, faults);
      if (fields.has("steps") == fields.has("rules")) {
        faults.at(root, "", "a script has either 'steps' or 'rules'");
      }
      if (fields.has("rules") && fields.has("repeat")) {
        faults.at(root, "repeat", "is for 'steps'; rules begin again with each question");
      }
      var repeat = fields.flag("repeat");
      return new Script(
          steps(fields, "", -1), rules(fields), otherwise(fields), repeat != null && repeat);
    }

    private @Nullable Step otherwise(Fields fields) {
      var node = fields.node("otherwise");
      return node == null ? null : steps.step(node, "otherwise", "otherwise", -1);
    }

    private List<Step> steps(Fields fields, String owner, int groups) {
      var all = new ArrayList<Step>();
      for (var item : fields.items("steps")) {
        var name = owner + "step " + (all.size() + 1);
        all.add(steps.step(item, name, fields.path("steps") + "[" + all.size() + "]", groups));
      }
      return all;
    }

    private List<Rule> rules(Fields script) {
      var all = new ArrayList<Rule>();
      for (var item : script.items("rules")) {
        var path = "rules[" + all.size() + "]";
        var fields = Fields.of(item, path, RULE, faults);
        var when = when(fields, item, path);
        int groups = when.matcher(new StoppableText("")).groupCount();
        var owner = "rule " + (all.size() + 1) + ", ";
        var ofRule = steps(fields, owner, groups);
        if (ofRule.isEmpty()) {
          faults.at(item, path, "a rule needs 'steps'");
        }
        all.add(new Rule(when, fields.texts("needs"), ofRule));
      }
      return all;
    }

    private StoppablePattern when(Fields fields, Node rule, String path) {
      var text = fields.text("when");
      if (text == null) {
        faults.at(
            rule, path, "a rule needs 'when', an expression that is looked for in the question");
        return NEVER;
      }
      try {
        return StoppablePattern.of(text);
      } catch (PatternSyntaxException e) {
        var node = fields.node("when");
        faults.at(
            node == null ? rule : node,
            fields.path("when"),
            "is no expression: " + e.getDescription());
        return NEVER;
      }
    }
  }
}
