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
 * A text that quotes what is known when it is said: {@code {{1}}} what a rule caught, {@code
 * {{result.0}}} the first result of the last message, {@code {{last_user}}} the last question; and
 * {@code {{result.0:400}}} no more than 400 characters of it.
 */
record Template(String text) {
  private static final Pattern QUOTE = Pattern.compile("\\{\\{(.*?)}}", Pattern.DOTALL);
  private static final Pattern FORM =
      Pattern.compile(
          "\\s*(?:(\\d{1,2})|result\\.(\\d{1,3})|last_user)\\s*(?::\\s*(\\d{1,6})\\s*)?");
  static final Template EMPTY = new Template("");

  /**
   * {@return the first quote that can never be filled; null if there is none}
   *
   * @param groups how many groups there are, the whole not counted; -1 where there is no rule
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

  /** {@return the text with its quotes} */
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

  /** A step quotes what is not there. */
  static final class MissingQuote extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    MissingQuote(String quote) {
      super(quote);
    }
  }
}
