package dev.belay.agent.model.script;

import dev.belay.agent.model.ModelException.ModelTrouble;
import dev.belay.agent.model.script.Fields.Faults;
import dev.belay.agent.model.script.Script.Expectation;
import dev.belay.agent.model.script.Script.Match;
import dev.belay.agent.model.script.Script.ScriptedCall;
import dev.belay.agent.model.script.Script.Step;
import dev.belay.agent.model.script.Script.StepEnd;
import dev.belay.agent.model.script.Template.InputTemplate;
import dev.belay.core.name.Nearest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Parses steps. */
final class StepReader {
  static final List<String> STEP =
      List.of("expect", "say", "pause", "call", "hang", "fail", "retry_after");
  static final List<String> EXPECT = List.of("last_user", "instructions", "tools", "results");
  private static final List<String> RESULT = List.of("contains", "error");
  private static final List<String> CALL = List.of("name", "input", "id");

  private final Faults faults;
  private final InputReader inputs;

  StepReader(Faults faults) {
    this.faults = faults;
    inputs = new InputReader(faults);
  }

  /**
   * Parses a step.
   *
   * @param groups the number of groups that its texts may quote; -1 without a rule
   */
  Step step(Node node, String name, String path, int groups) {
    var fields = Fields.of(node, path, STEP, faults);
    var say = fields.text("say");
    var pause = fields.seconds("pause");
    var calls = calls(fields, groups);
    var end = end(fields);
    if (say == null && calls.isEmpty() && end instanceof StepEnd.Done) {
      faults.at(node, path, "a step needs 'say', 'call', 'hang' or 'fail'");
    }
    if (!calls.isEmpty() && !(end instanceof StepEnd.Done)) {
      faults.at(node, path, "a step that hangs or fails makes no calls");
    }
    return new Step(
        name,
        expectation(fields),
        template(fields, say, groups),
        pause == null ? Duration.ZERO : pause,
        calls,
        end);
  }

  private Template template(Fields fields, @Nullable String say, int groups) {
    var node = fields.node("say");
    if (say == null || node == null) {
      return Template.EMPTY;
    }
    var template = new Template(say);
    var fault = template.fault(groups);
    if (fault != null) {
      faults.at(node, fields.path("say"), fault);
    }
    return template;
  }

  private StepEnd end(Fields fields) {
    var fail = fields.text("fail");
    var node = fields.node("fail");
    var hang = fields.flag("hang");
    if (fail == null || node == null) {
      return hang != null && hang ? new StepEnd.Hang() : new StepEnd.Done();
    }
    for (var trouble : ModelTrouble.values()) {
      if (word(trouble).equals(fail)) {
        return new StepEnd.Fail(trouble, fields.seconds("retry_after"));
      }
    }
    var words = Arrays.stream(ModelTrouble.values()).map(StepReader::word).toList();
    var nearest = Nearest.to(fail, words);
    faults.at(
        node,
        fields.path("fail"),
        nearest == null
            ? "expected one of " + String.join(", ", words)
            : "unknown kind of failure; did you mean " + nearest + "?");
    return new StepEnd.Done();
  }

  private static String word(ModelTrouble trouble) {
    return trouble.name().toLowerCase(Locale.ROOT);
  }

  private List<ScriptedCall> calls(Fields step, int groups) {
    var calls = new ArrayList<ScriptedCall>();
    for (var item : step.items("call")) {
      var path = step.path("call") + "[" + calls.size() + "]";
      var fields = Fields.of(item, path, CALL, faults);
      var name = fields.text("name");
      if (name == null) {
        faults.at(item, path, "a call needs the 'name' of a tool");
      }
      var input = inputs.input(fields.node("input"), fields.path("input"), groups);
      calls.add(new ScriptedCall(fields.text("id"), name == null ? "" : name, input));
    }
    return calls;
  }

  private Expectation expectation(Fields step) {
    var node = step.node("expect");
    if (node == null) {
      return Expectation.NONE;
    }
    var fields = Fields.of(node, step.path("expect"), EXPECT, faults);
    var results = new ArrayList<Expectation.OfResult>();
    for (var item : fields.items("results")) {
      var path = fields.path("results") + "[" + results.size() + "]";
      var result = Fields.of(item, path, RESULT, faults);
      results.add(new Expectation.OfResult(match(result, "contains"), result.flag("error")));
    }
    return new Expectation(
        match(fields, "last_user"),
        match(fields, "instructions"),
        fields.texts("tools"),
        fields.has("results") ? results : null);
  }

  private @Nullable Match match(Fields fields, String name) {
    var text = fields.text(name);
    var node = fields.node(name);
    if (text == null || node == null) {
      return null;
    }
    try {
      return Match.of(text);
    } catch (PatternSyntaxException e) {
      faults.at(node, fields.path(name), "is no expression: " + e.getDescription());
      return null;
    }
  }

  /** Reads arguments of calls: a mapping, or literal text. */
  static final class InputReader {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Faults faults;

    InputReader(Faults faults) {
      this.faults = faults;
    }

    InputTemplate input(@Nullable Node node, String path, int groups) {
      if (node == null) {
        return new InputTemplate.Tree(NODES.objectNode());
      }
      if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.STR)) {
        return new InputTemplate.Raw(scalar.getValue());
      }
      if (json(node, path, groups) instanceof ObjectNode object) {
        return new InputTemplate.Tree(object);
      }
      faults.at(node, path, "expected a mapping, or a literal text");
      return new InputTemplate.Tree(NODES.objectNode());
    }

    private JsonNode json(Node node, String path, int groups) {
      return switch (node) {
        case MappingNode mapping -> {
          var object = NODES.objectNode();
          for (var field : mapping.getValue()) {
            var name = field.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
            var inner = path + "." + name;
            if (object.has(name)) {
              faults.at(field.getKeyNode(), inner, "is there twice");
            }
            object.set(name, json(field.getValueNode(), inner, groups));
          }
          yield object;
        }
        case SequenceNode list -> {
          var array = NODES.arrayNode();
          for (var item : list.getValue()) {
            array.add(json(item, path + "[" + array.size() + "]", groups));
          }
          yield array;
        }
        case ScalarNode scalar -> scalar(scalar, path, groups);
        // The parser produces no other nodes.
        default -> NODES.nullNode();
      };
    }

    private JsonNode scalar(ScalarNode scalar, String path, int groups) {
      if (scalar.getTag().equals(Tag.NULL)) {
        return NODES.nullNode();
      }
      if (!scalar.getTag().equals(Tag.STR)) {
        try {
          return InputTemplate.JSON.readTree(scalar.getValue());
        } catch (JacksonException _) {
          // A YAML number without a JSON form is text.
          return NODES.stringNode(scalar.getValue());
        }
      }
      var fault = new Template(scalar.getValue()).fault(groups);
      if (fault != null) {
        faults.at(scalar, path, fault);
      }
      return NODES.stringNode(scalar.getValue());
    }
  }
}
