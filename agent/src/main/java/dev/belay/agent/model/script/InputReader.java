package dev.belay.agent.model.script;

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

/** Reads arguments of calls: a mapping, or a text that is said as it is. */
final class InputReader {
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
    faults.at(node, path, "expected a mapping, or a text that is said as it is");
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
      // The parser refuses what is none of these.
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
        // A number of YAML that JSON has no form for is a text.
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
