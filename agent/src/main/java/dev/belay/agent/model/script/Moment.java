package dev.belay.agent.model.script;

import dev.belay.agent.history.Block;
import dev.belay.agent.history.Message;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.gateway.turn.OfferedTool;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The state of a conversation for a script, derived from the prompt alone, so that one script
 * serves any number of conversations at once.
 *
 * @param question the last text of a person
 * @param results the results in the last message, in order
 * @param messagesOfModel the number of the model's messages in the conversation
 * @param messagesSinceQuestion the number of those after {@code question}
 * @param groups the whole match of the rule, then its groups; empty without a rule
 */
record Moment(
    String instructions,
    List<String> tools,
    String question,
    List<Block.ToolResult> results,
    int messagesOfModel,
    int messagesSinceQuestion,
    List<String> groups) {

  static Moment of(Prompt prompt) {
    var question = "";
    var of = 0;
    var since = 0;
    for (var message : prompt.messages()) {
      switch (message) {
        case Message.Assistant _ -> {
          of++;
          since++;
        }
        case Message.User user -> {
          for (var block : user.blocks()) {
            if (block instanceof Block.Text(var text)) {
              question = text;
              since = 0;
            }
          }
        }
      }
    }
    var tools = prompt.tools().stream().map(OfferedTool::name).toList();
    return new Moment(
        prompt.instructions(), tools, question, results(prompt), of, since, List.of());
  }

  private static List<Block.ToolResult> results(Prompt prompt) {
    if (prompt.messages().isEmpty()
        || !(prompt.messages().getLast() instanceof Message.User user)) {
      return List.of();
    }
    return user.blocks().stream()
        .filter(Block.ToolResult.class::isInstance)
        .map(Block.ToolResult.class::cast)
        .toList();
  }

  Moment with(List<String> caught) {
    return new Moment(
        instructions, tools, question, results, messagesOfModel, messagesSinceQuestion, caught);
  }

  List<String> resultTexts() {
    return results.stream().map(Block.ToolResult::text).collect(Collectors.toList());
  }
}
