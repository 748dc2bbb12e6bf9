package dev.belay.agent.model.script;

import java.io.Serial;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Text with placeholders: {@code {{1}}} for a group of the rule, {@code {{result.0}}} for the first
 * result of the last message, {@code {{last_user}}} for the last question; {@code {{result.0:400}}}
 * limits the value to 400 characters.
 */
record Template(String text) {
  private static final Pattern QUOTE = Pattern.compile("\\{\\{(.*?)}}", Pattern.DOTALL);
  private static final Pattern FORM =
      Pattern.compile(
          "\\s*(?:(\\d{1,2})|result\\.(\\d{1,3})|last_user)\\s*(?::\\s*(\\d{1,6})\\s*)?");
  static final Template EMPTY = new Template("");

  /**
   * {@return the fault of the first invalid placeholder; null if there is none}
   *
   * @param groups the number of groups, without the whole match; -1 without a rule
   */
  @Nullable String fault(int groups) {
    for (var quote : QUOTE.matcher(text).results().toList()) {
      var form = FORM.matcher(quote.group(1));
      if (!form.matches()) {
        return quote.group() + " is no quote; there are {{1}}, {{result.0}} and {{last_user}}";
      }
      if (form.group(1) != null && Integer.parseInt(form.group(1)) > groups) {
        return quote.group() + " quotes a group that no 'when' has here";
      }
    }
    return null;
  }

  /** {@return the text with its placeholders filled} */
  String fill(Moment moment) throws MissingQuote {
    var filled = new StringBuilder();
    var from = 0;
    for (var quote : QUOTE.matcher(text).results().toList()) {
      filled.append(text, from, quote.start()).append(quoted(quote, moment));
      from = quote.end();
    }
    return filled.append(text, from, text.length()).toString();
  }

  private static String quoted(MatchResult quote, Moment moment) throws MissingQuote {
    var form = FORM.matcher(quote.group(1));
    if (!form.matches()) {
      throw new MissingQuote(quote.group());
    }
    String all;
    if (form.group(1) != null) {
      all = at(moment.groups(), form.group(1), quote);
    } else if (form.group(2) != null) {
      all = at(moment.resultTexts(), form.group(2), quote);
    } else {
      all = moment.question();
    }
    return form.group(3) == null ? all : cut(all, Integer.parseInt(form.group(3)));
  }

  private static String at(List<String> texts, String index, MatchResult quote)
      throws MissingQuote {
    int i = Integer.parseInt(index);
    if (i >= texts.size()) {
      throw new MissingQuote(quote.group());
    }
    return texts.get(i);
  }

  private static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = most > 0 && Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end) + "…";
  }

  /** Arguments of a call, with placeholders in their texts. */
  sealed interface InputTemplate {
    JsonMapper JSON = JsonMapper.shared();

    /** {@return the arguments as JSON, or as literal text} */
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

    /** Literal text, which may be invalid JSON. */
    record Raw(String text) implements InputTemplate {
      @Override
      public String fill(Moment moment) {
        return text;
      }
    }
  }

  /** Thrown when a placeholder has no value. */
  static final class MissingQuote extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    MissingQuote(String quote) {
      super(quote);
    }
  }
}
