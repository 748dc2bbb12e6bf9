package dev.belay.agent.model.script;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Arguments of a call, with quotes in their texts. */
sealed interface InputTemplate {
  JsonMapper JSON = JsonMapper.shared();

  /** {@return the arguments as a model writes them} */
  String fill(Moment moment) throws MissingQuote;

  /** An object. */
  record Tree(ObjectNode tree) implements InputTemplate {
    @Override
    public String fill(Moment moment) throws MissingQuote {
      return filled(tree, moment).toString();
    }

    private static JsonNode filled(JsonNode node, Moment moment) throws MissingQuote {
      return switch (node) {
        case ObjectNode object -> {
          var copy = JSON.createObjectNode();
          for (var field : object.properties()) {
            copy.set(field.getKey(), filled(field.getValue(), moment));
          }
          yield copy;
        }
        case ArrayNode array -> {
          var copy = JSON.createArrayNode();
          for (var item : array) {
            copy.add(filled(item, moment));
          }
          yield copy;
        }
        case StringNode text -> StringNode.valueOf(new Template(text.stringValue()).fill(moment));
        default -> node;
      };
    }
  }

  /** A text that is said as it is, however wrong. */
  record Raw(String text) implements InputTemplate {
    @Override
    public String fill(Moment moment) {
      return text;
    }
  }
}
