package dev.belay.agent.model.script;

import dev.belay.core.text.StoppablePattern;
import dev.belay.core.text.StoppableText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a script from its nodes. */
final class ScriptReader {
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
