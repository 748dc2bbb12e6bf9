package dev.belay.agent.model.provider;

import dev.belay.agent.history.Block;
import dev.belay.agent.history.Message;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.provider.Api.AnthropicApi;
import dev.belay.gateway.turn.OfferedTool;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Converts one prompt to LangChain4j's request. Not thread-safe.
 *
 * <p>Anthropic receives consecutive results in one message, with {@code is_error}; the other APIs
 * receive a message for each, with errors marked in the text.
 */
final class Conversation {
  private static final String FAILED = "Error: ";

  private final boolean saysErrors;
  private final List<ChatMessage> messages = new ArrayList<>();
  private final Map<String, String> toolNames = new HashMap<>();

  private Conversation(Api api) {
    saysErrors = !(api instanceof AnthropicApi);
  }

  /** {@return the request, without the tools' schemas} */
  static ChatRequest of(Api api, Prompt prompt) {
    var conversation = new Conversation(api);
    if (!prompt.instructions().isBlank()) {
      conversation.messages.add(SystemMessage.from(prompt.instructions()));
    }
    prompt.messages().forEach(conversation::add);
    var tools = prompt.tools().stream().map(Conversation::offered).toList();
    return ChatRequest.builder().messages(conversation.messages).toolSpecifications(tools).build();
  }

  private static ToolSpecification offered(OfferedTool tool) {
    return ToolSpecification.builder()
        .name(tool.name())
        .description(tool.description())
        .parameters(JsonObjectSchema.builder().build())
        .build();
  }

  private void add(Message message) {
    switch (message) {
      case Message.User(var blocks) -> addUser(blocks);
      case Message.Assistant(var blocks) -> addAssistant(blocks);
    }
  }

  private void addUser(List<Block.OfUser> blocks) {
    var words = new ArrayList<Content>();
    for (var block : blocks) {
      switch (block) {
        case Block.Text(var text) -> words.add(TextContent.from(text));
        case Block.ToolResult result -> {
          flush(words);
          messages.add(result(result));
        }
      }
    }
    flush(words);
  }

  private void flush(List<Content> words) {
    if (!words.isEmpty()) {
      messages.add(UserMessage.from(List.copyOf(words)));
      words.clear();
    }
  }

  private ToolExecutionResultMessage result(Block.ToolResult result) {
    var text = saysErrors && result.isError() ? inWords(result.text()) : result.text();
    return ToolExecutionResultMessage.builder()
        .id(result.toolUseId())
        .toolName(toolNames.getOrDefault(result.toolUseId(), ""))
        .text(text)
        .isError(result.isError())
        .build();
  }

  private static String inWords(String text) {
    return text.regionMatches(/* ignoreCase= */ true, 0, FAILED, 0, FAILED.length())
        ? text
        : FAILED + text;
  }

  private void addAssistant(List<Block.OfAssistant> blocks) {
    var words = new ArrayList<String>();
    var calls = new ArrayList<ToolExecutionRequest>();
    for (var block : blocks) {
      switch (block) {
        case Block.Text(var text) -> words.add(text);
        case Block.ToolUse(var id, var name, var input) -> {
          toolNames.put(id, name);
          calls.add(
              ToolExecutionRequest.builder().id(id).name(name).arguments(object(input)).build());
        }
      }
    }
    var builder = AiMessage.builder().toolExecutionRequests(calls);
    // LangChain4j has no place for text between calls, so text precedes them all.
    var text = String.join("\n", words);
    messages.add(text.isEmpty() ? builder.build() : builder.text(text).build());
  }

  /** Invalid arguments of a past call must not invalidate all later requests. */
  private static String object(String input) {
    try {
      var bytes = input.getBytes(StandardCharsets.UTF_8);
      return JsonObject.of(bytes, Slices.value(bytes)) == null ? "{}" : input;
    } catch (NotJson _) {
      return "{}";
    }
  }
}
